import type { Backlog, WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { type Fact, factsIn } from '@fundlens/read-models/dashboards/fact';
import { collectionName, DIRTY_KEY } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES, type DashboardSource, dashboardWindows } from '@fundlens/read-models/definitions';
import {
  dirtyKeysOf,
  documentKey,
  locationIdOf,
  OUTBOX_FIELDS,
  type Outbox,
  type StoredDocument,
} from '@fundlens/read-models/document';
import { isDuplicateKey, mapMongoErrors, mongoError, walk } from '@fundlens/runtime/mongodb-errors';
import { Binary, type Collection, type Db, type Document, type Filter, type UpdateFilter } from 'mongodb';

/** A document with something in its outbox, as it was when it was read. */
export type DirtyDocument = {
  readonly model: DashboardSource;
  readonly key: string;
  readonly revision: number;
  readonly dirtyDays: readonly number[];
};

export type LoadedWindow = { readonly document: WindowDocument; readonly revision: number };

/** Facts and windows of dashboards, as the majority of the servers has them. */
export type WindowStore = {
  loadWindow(locationId: string): Promise<LoadedWindow | null>;
  /** At most `limit` of the location's documents that have changed since they were counted, longest waiting first. */
  dirtyDocuments(locationId: string, limit: number): Promise<DirtyDocument[]>;
  /** As the location's profile states it; null when it states none or is not known. */
  timeZone(locationId: string): Promise<string | null>;
  /** Every fact of the documents that have one on `days`; null: every fact of the location. */
  facts(locationId: string, days: readonly number[] | null): AsyncIterable<Fact>;
  /**
   * Writes the location's window document, unless another refresher has written it since.
   * @param loadedRevision the revision that was loaded; null when there was no document.
   * @returns whether it is written. Acknowledged by the majority.
   */
  swapWindow(locationId: string, document: WindowDocument, loadedRevision: number | null): Promise<boolean>;
  /** Empties the outboxes of documents that have not changed since they were read. */
  clear(documents: readonly DirtyDocument[]): Promise<void>;
  /** Locations with dirty documents, longest waiting first. */
  dirtyLocations(limit: number): Promise<string[]>;
  /** From the indexes of dirty documents alone. */
  backlog(): Promise<Backlog>;
};

/** The models whose documents have a view `facts`. */
export const FACT_SOURCES = ['contacts', 'deals'] as const satisfies readonly DashboardSource[];

type SourceDocument = StoredDocument &
  Partial<Outbox> & { readonly dirtyKey?: string; readonly timeZone?: string | null };

type StoredWindow = Pick<WindowDocument, 'timeZone' | 'firstDay'> &
  Record<'_id' | 'locationId', string> &
  Record<'sums' | 'stageSums', Binary> & { readonly revision: number };

const CLEARED_AT_ONCE = 1_000;
/** All values of `dirtyKey`, by both bounds: the local stand-in answers only such a range from the index. */
const ANY_DIRTY_KEY = { $gte: '', $lt: '\u{10ffff}' };
/** Both parts of `dirtyKey`: what waits is counted from the index alone. Digits of the same number sort as instants do. */
const DIRTY_LOCATION = { $arrayElemAt: [{ $split: ['$dirtyKey', ':'] }, 0] };
const DIRTY_SINCE = { $arrayElemAt: [{ $split: ['$dirtyKey', ':'] }, 1] };
const EMPTY_OUTBOX: UpdateFilter<SourceDocument> = {
  $unset: Object.fromEntries(OUTBOX_FIELDS.map((field) => [field, true] as const)),
};

/**
 * Windows of one generation, and its documents that they are derived from. `db` must read and write with majority concern:
 * see composition-root.
 */
export function createWindowStore(
  db: Db,
  { maxTimeMs: maxTimeMS, generation }: { readonly maxTimeMs: number; readonly generation: () => number },
): WindowStore {
  const sourceOf = (model: DashboardSource) => db.collection<SourceDocument>(collectionName(model, generation()));
  const windows = () => db.collection<StoredWindow>(collectionName(dashboardWindows.name, generation()));

  return {
    ...outboxOf(sourceOf, maxTimeMS),

    async loadWindow(locationId) {
      const found = await mapMongoErrors(() => windows().findOne({ locationId }, { maxTimeMS }));
      if (found === null) return null;
      const { timeZone, firstDay, sums, stageSums, revision } = found;
      return { document: { timeZone, firstDay, sums: sums.value(), stageSums: stageSums.value() }, revision };
    },

    async timeZone(locationId) {
      const _id = documentKey({ kind: 'location', locationId });
      const found = await mapMongoErrors(() =>
        sourceOf('locations').findOne({ _id, locationId }, { projection: { timeZone: 1 }, maxTimeMS }),
      );
      return found?.timeZone ?? null;
    },

    async *facts(locationId, days) {
      const filter: Filter<SourceDocument> = days === null ? { locationId } : { locationId, days: { $in: [...days] } };
      for (const model of FACT_SOURCES) {
        const cursor = sourceOf(model).find(filter, { projection: { 'views.facts': 1 }, maxTimeMS });
        for await (const { views } of walk(cursor)) yield* factsIn(views?.facts?.value() ?? null);
      }
    },

    async swapWindow(locationId, { timeZone, firstDay, sums, stageSums }, loadedRevision) {
      const packed = { sums: new Binary(sums), stageSums: new Binary(stageSums) };
      const content = { locationId, timeZone, firstDay, ...packed, revision: (loadedRevision ?? 0) + 1 };
      if (loadedRevision === null) {
        try {
          await windows().insertOne({ _id: locationId, ...content });
          return true;
        } catch (error) {
          if (isDuplicateKey(error)) return false;
          throw mongoError(error);
        }
      }
      const filter = { _id: locationId, locationId, revision: loadedRevision };
      const { matchedCount } = await mapMongoErrors(() => windows().replaceOne(filter, content, { upsert: false }));
      return matchedCount === 1;
    },
  };
}

type Sources = (model: DashboardSource) => Collection<SourceDocument>;
type Waiting = { readonly _id: string; readonly documents: number; readonly since: string };
type OutboxStore = Pick<WindowStore, 'dirtyDocuments' | 'clear' | 'dirtyLocations' | 'backlog'>;

/** The changes of the source documents that no window has counted yet. */
function outboxOf(sourceOf: Sources, maxTimeMS: number): OutboxStore {
  /** What waits in each source, in groups: how many documents, and since when. One question, as it is asked all the time. */
  function waiting(group: typeof DIRTY_LOCATION | null, ...stages: readonly Document[]): Promise<Waiting[]> {
    const grouped = { $group: { _id: group, documents: { $sum: 1 }, since: { $min: DIRTY_SINCE } } };
    const pipeline = [{ $match: { dirtyKey: ANY_DIRTY_KEY } }, grouped, ...stages];
    const [first, ...others] = DASHBOARD_SOURCES;
    const unions = others.map((model) => ({ $unionWith: { coll: sourceOf(model).collectionName, pipeline } }));
    const found = sourceOf(first).aggregate<Waiting>([...pipeline, ...unions], { maxTimeMS });
    return mapMongoErrors(() => found.toArray());
  }

  return {
    async dirtyDocuments(locationId, limit) {
      const asked = DASHBOARD_SOURCES.map(async (model) => {
        const documents = await sourceOf(model)
          .find(
            { locationId, dirtyKey: dirtyKeysOf(locationId) },
            { projection: { revision: 1, dirtyDays: 1, dirtyKey: 1 }, limit, maxTimeMS },
          )
          // The index of what waits, also for a planner that has seen the whole location wait.
          .hint(DIRTY_KEY.key)
          .sort({ dirtyKey: 1 })
          .toArray();
        return documents.map(({ _id, revision, dirtyDays = [], dirtyKey = '' }) => ({
          dirtyKey,
          dirty: { model, key: _id, revision, dirtyDays },
        }));
      });
      const found = (await mapMongoErrors(() => Promise.all(asked))).flat();
      const longestFirst = found.sort((a, b) => (a.dirtyKey < b.dirtyKey ? -1 : 1));
      return longestFirst.slice(0, limit).map(({ dirty }) => dirty);
    },

    async clear(documents) {
      for (const [model, members] of Map.groupBy(documents, (document) => document.model)) {
        for (let start = 0; start < members.length; start += CLEARED_AT_ONCE) {
          const operations = members.slice(start, start + CLEARED_AT_ONCE).map(({ key, revision }) => ({
            updateOne: { filter: { _id: key, locationId: locationIdOf(key), revision }, update: EMPTY_OUTBOX },
          }));
          await mapMongoErrors(() => sourceOf(model).bulkWrite(operations, { ordered: false }));
        }
      }
    },

    async dirtyLocations(limit) {
      const found = await waiting(DIRTY_LOCATION, { $sort: { since: 1, _id: 1 } }, { $limit: limit });
      const longestFirst = found.sort((a, b) => (a.since + a._id < b.since + b._id ? -1 : 1));
      return [...new Set(longestFirst.map(({ _id }) => _id))].slice(0, limit);
    },

    async backlog() {
      const found = await waiting(null);
      return {
        documents: found.reduce((sum, { documents }) => sum + documents, 0),
        dirtySince: found.length === 0 ? null : Math.min(...found.map(({ since }) => Number(since))),
      };
    },
  };
}
