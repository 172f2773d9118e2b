import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { collectionName } from '@fundlens/read-models/definition';
import { dashboardFacts, dashboardWindows } from '@fundlens/read-models/definitions';
import { documentKey, type Outbox } from '@fundlens/read-models/document';
import { Binary, type Db, type Filter } from 'mongodb';
import type { Backlog } from '@fundlens/runtime/sweeper';
import { factsIn } from '@fundlens/projection/projections/dashboard-facts';
import { mapMongoErrors, isDuplicateKey } from '@fundlens/runtime/mongodb-errors';
import type { Fact } from '@fundlens/read-models/dashboards/fact';

/** A document with something in its outbox, as it was when it was read. */
export type DirtyDocument = { readonly key: string; readonly revision: number; readonly dirtyDays: readonly number[] };

export type LoadedWindow = { readonly document: WindowDocument; readonly revision: number };

/** Facts and windows of dashboards, as the majority of the servers has them. */
export type WindowStore = {
  loadWindow(locationId: string): Promise<LoadedWindow | null>;
  /** At most `limit` of the location's documents that have changed since they were counted. */
  dirtyDocuments(locationId: string, limit: number): Promise<DirtyDocument[]>;
  /** As the location's profile states it; null when it states none or is not known. */
  timeZone(locationId: string): Promise<string | null>;
  /** Every fact of the documents that have one on `days`; null: every fact of the location. */
  facts(locationId: string, days: readonly number[] | null): AsyncIterable<Fact>;
  /**
   * Writes the location's window document, unless somebody else has written it since.
   * @param loadedRevision the revision that was loaded; null when there was no document.
   * @returns whether it is written. Acknowledged by the majority.
   */
  swapWindow(locationId: string, document: WindowDocument, loadedRevision: number | null): Promise<boolean>;
  /** Empties the outboxes of documents that have not changed since they were read. */
  clear(documents: readonly DirtyDocument[]): Promise<void>;
  /** Locations with dirty documents, longest waiting first. */
  dirtyLocations(limit: number): Promise<string[]>;
  backlog(): Promise<Backlog>;
};

type FactsDocument = Partial<Outbox> & {
  readonly _id: string;
  readonly locationId: string;
  readonly days?: readonly number[];
  readonly timeZone?: string | null;
  readonly revision: number;
  readonly body: Binary | null;
};

type StoredWindow = {
  readonly _id: string;
  readonly locationId: string;
  readonly timeZone: string;
  readonly firstDay: number;
  readonly sums: Binary;
  readonly revision: number;
};

/** Documents cleared by one bulk write. */
const CLEARED_AT_ONCE = 1_000;
/** Both bounds of every instant: a range with both is answered from the index, also by the local stand-in. */
const ANY_INSTANT = { $gte: 0, $lte: Number.MAX_SAFE_INTEGER };

/** Of one version of facts and windows. `db` must read and write with majority concern: see composition-root. */
export function createWindowStore(
  db: Db,
  { maxTimeMs: maxTimeMS, version = dashboardFacts.version }: { readonly maxTimeMs: number; readonly version?: number },
): WindowStore {
  const facts = db.collection<FactsDocument>(collectionName(dashboardFacts.name, version));
  const windows = db.collection<StoredWindow>(collectionName(dashboardWindows.name, version));

  return {
    async loadWindow(locationId) {
      const found = await mapMongoErrors(() => windows.findOne({ locationId }, { maxTimeMS }));
      if (found === null) return null;
      const { timeZone, firstDay, sums, revision } = found;
      return { document: { timeZone, firstDay, sums: sums.value() }, revision };
    },

    async dirtyDocuments(locationId, limit) {
      const found = await mapMongoErrors(() =>
        facts
          .find(
            { locationId, dirtySince: ANY_INSTANT },
            { projection: { revision: 1, dirtyDays: 1 }, limit, maxTimeMS },
          )
          .toArray(),
      );
      return found.map(({ _id, revision, dirtyDays = [] }) => ({ key: _id, revision, dirtyDays }));
    },

    async timeZone(locationId) {
      const _id = documentKey({ kind: 'fact-source', locationId, source: 'location', ids: [] });
      const found = await mapMongoErrors(() => facts.findOne({ _id }, { projection: { timeZone: 1 }, maxTimeMS }));
      return found?.timeZone ?? null;
    },

    async *facts(locationId, days) {
      const filter: Filter<FactsDocument> = days === null ? { locationId } : { locationId, days: { $in: [...days] } };
      const cursor = facts.find(filter, { projection: { body: 1 }, maxTimeMS });
      try {
        for (;;) {
          const document = await mapMongoErrors(() => cursor.next());
          if (document === null) return;
          yield* factsIn(document.body?.value() ?? null);
        }
      } finally {
        await cursor.close();
      }
    },

    async swapWindow(locationId, { timeZone, firstDay, sums }, loadedRevision) {
      const content = { locationId, timeZone, firstDay, sums: new Binary(sums), revision: (loadedRevision ?? 0) + 1 };
      if (loadedRevision === null) {
        try {
          await windows.insertOne({ _id: locationId, ...content });
          return true;
        } catch (error) {
          if (isDuplicateKey(error)) return false;
          return await mapMongoErrors(() => Promise.reject(error));
        }
      }
      const filter = { _id: locationId, revision: loadedRevision };
      const { matchedCount } = await mapMongoErrors(() => windows.replaceOne(filter, content, { upsert: false }));
      return matchedCount === 1;
    },

    async clear(documents) {
      for (let start = 0; start < documents.length; start += CLEARED_AT_ONCE) {
        const operations = documents.slice(start, start + CLEARED_AT_ONCE).map(({ key, revision }) => ({
          updateOne: {
            filter: { _id: key, revision },
            update: { $unset: { dirtyDays: '', dirtySince: '' } } as const,
          },
        }));
        await mapMongoErrors(() => facts.bulkWrite(operations, { ordered: false }));
      }
    },

    async dirtyLocations(limit) {
      const found = await mapMongoErrors(() =>
        facts
          .aggregate<{ _id: string }>(
            [
              { $match: { dirtySince: ANY_INSTANT } },
              { $group: { _id: '$locationId', since: { $min: '$dirtySince' } } },
              { $sort: { since: 1, _id: 1 } },
              { $limit: limit },
            ],
            { maxTimeMS },
          )
          .toArray(),
      );
      return found.map(({ _id }) => _id);
    },

    async backlog() {
      const [documents, oldest] = await mapMongoErrors(() =>
        Promise.all([
          facts.countDocuments({ dirtySince: ANY_INSTANT }, { maxTimeMS }),
          facts
            .find({ dirtySince: ANY_INSTANT }, { projection: { dirtySince: 1 }, maxTimeMS })
            .sort({ dirtySince: 1 })
            .limit(1)
            .next(),
        ]),
      );
      return { documents, dirtySince: oldest?.dirtySince ?? null };
    },
  };
}
