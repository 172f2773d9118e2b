import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { DEAD_LETTERS, type DeadLetter, openIn } from '@fundlens/read-models/dead-letter';
import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES, dashboardWindows } from '@fundlens/read-models/definitions';
import { type DocumentContent, dirtyKeysOf, type StoredDocument } from '@fundlens/read-models/document';
import type { Binary, Db, Filter } from 'mongodb';
import { walk } from '../cursor-walk.ts';
import { digested } from '@fundlens/projection/fold/recomputation';
import { contentIn } from '@fundlens/projection/writer/stored-content';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';

/** A stored document with the digests of its views, see `digested`. */
export type StoredContent = DocumentContent & {
  readonly key: string;
  readonly revision: number;
};

/** What one generation stores. */
export type VerifyStore = {
  checkpoints(): Promise<Checkpoint[]>;
  /** All documents of the location; null: only those with these keys. */
  documents(name: ReadModelName, locationId: string, keys: readonly string[] | null): AsyncIterable<StoredContent>;
  /** The window document as it is stored; `dirty`: a refresh is due, so that it may be behind. */
  window(locationId: string): Promise<{ readonly stored: StoredWindow | null; readonly dirty: boolean }>;
  /** `_id`s of the dead letters whose events are not in the documents. */
  setAside(): Promise<ReadonlySet<string>>;
};

type StoredWindow = WindowDocument & { readonly revision: number };

/** `db` must read with majority concern: see composition-root. */
export function createVerifyStore(
  db: Db,
  { maxTimeMs: maxTimeMS, generation }: { readonly maxTimeMs: number; readonly generation: number },
): VerifyStore {
  const nameOf = (name: ReadModelName) => collectionName(name, generation);

  return {
    checkpoints: () =>
      mapMongoErrors(() => db.collection<Checkpoint>(CHECKPOINTS).find({ generation }, { maxTimeMS }).toArray()),

    async *documents(name, locationId, keys) {
      const only = keys === null ? {} : { _id: { $in: [...keys] } };
      const filter: Filter<StoredDocument> = { locationId, ...only };
      for await (const document of walk(db.collection<StoredDocument>(nameOf(name)).find(filter, { maxTimeMS }))) {
        yield { ...digested(contentIn(document)), key: document._id, revision: document.revision };
      }
    },

    async window(locationId) {
      // In this order: the window has counted every document that is not dirty afterwards.
      const windows = db.collection<Omit<StoredWindow, 'sums' | 'stageSums'> & Record<'sums' | 'stageSums', Binary>>(
        nameOf(dashboardWindows.name),
      );
      const found = await mapMongoErrors(() => windows.findOne({ locationId }, { maxTimeMS }));
      const filter = { locationId, dirtyKey: dirtyKeysOf(locationId) };
      const options = { projection: { _id: 1 }, maxTimeMS };
      const waiting = await mapMongoErrors(() =>
        Promise.all(DASHBOARD_SOURCES.map((name) => db.collection(nameOf(name)).findOne(filter, options))),
      );
      const stored = found && { ...found, sums: found.sums.value(), stageSums: found.stageSums.value() };
      return { stored, dirty: waiting.some((document) => document !== null) };
    },

    async setAside() {
      const deadLetters = db.collection<DeadLetter>(DEAD_LETTERS);
      const found = await mapMongoErrors(() =>
        deadLetters
          .find({ $or: [openIn(generation), { status: 'discarded' }] }, { projection: { _id: 1 }, maxTimeMS })
          .toArray(),
      );
      return new Set(found.map(({ _id }) => _id));
    },
  };
}
