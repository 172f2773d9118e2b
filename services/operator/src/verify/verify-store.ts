import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES, dashboardWindows, definitionOf } from '@fundlens/read-models/definitions';
import { type DocumentContent, dirtyKeysOf, type StoredDocument } from '@fundlens/read-models/document';
import { activeVersions } from '@fundlens/read-models/store';
import type { Binary, Db, Filter } from 'mongodb';
import { LEFT_OUT } from '@fundlens/projection/dead-letters/left-out';
import { digested } from '@fundlens/projection/fold/recomputation';
import { contentIn } from '@fundlens/projection/writer/stored-content';
import { RetryableError } from '@fundlens/runtime/errors';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';

/** A stored document with the digests of its views, see `digested`. */
export type StoredContent = DocumentContent & {
  readonly key: string;
  readonly revision: number;
};

export type VerifyStore = {
  /** Of the model versions that are served. */
  served(): Promise<ReadonlyMap<ReadModelName, string>>;
  checkpoints(): Promise<Checkpoint[]>;
  /** Keys of so many documents of the collection, at random; of all of them, when there are no more. */
  draw(collection: string, size: number): Promise<string[]>;
  /** All documents of the location; null: only those with these keys. */
  documents(collection: string, locationId: string, keys: readonly string[] | null): AsyncIterable<StoredContent>;
  /** The window document as it is stored; `dirty`: a refresh is due, so that it may be behind. */
  window(locationId: string): Promise<{ readonly stored: WindowDocument | null; readonly dirty: boolean }>;
  /** `_id`s of the dead letters whose events are not in the served documents. */
  setAside(): Promise<ReadonlySet<string>>;
};

type StoredWindow = {
  readonly timeZone: string;
  readonly firstDay: number;
  readonly sums: Binary;
  readonly stageSums: Binary;
};

/** `db` must read with majority concern: see composition-root. */
export function createVerifyStore(db: Db, { maxTimeMs: maxTimeMS }: { readonly maxTimeMs: number }): VerifyStore {
  const served = async () => {
    const versions = await mapMongoErrors(() => activeVersions(db));
    return new Map([...versions].map(([name, version]) => [name, collectionName(name, version)]));
  };
  const collectionOf = async (name: ReadModelName) =>
    (await served()).get(name) ?? collectionName(name, definitionOf(name).version);

  return {
    served,
    checkpoints: () => mapMongoErrors(() => db.collection<Checkpoint>(CHECKPOINTS).find({}, { maxTimeMS }).toArray()),

    async draw(collection, size) {
      const pipeline = [{ $sample: { size } }, { $project: { _id: 1 } }];
      const found = await mapMongoErrors(() =>
        db.collection(collection).aggregate<{ _id: string }>(pipeline, { maxTimeMS }).toArray(),
      );
      // $sample may return a document twice.
      return [...new Set(found.map(({ _id }) => _id))];
    },

    async *documents(collection, locationId, keys) {
      const only = keys === null ? {} : { _id: { $in: [...keys] } };
      const filter: Filter<StoredDocument> = { locationId, ...only };
      const cursor = db.collection<StoredDocument>(collection).find(filter, { maxTimeMS });
      try {
        for (;;) {
          const document = await mapMongoErrors(() => cursor.next());
          if (document === null) return;
          yield contentOf(document);
        }
      } finally {
        await cursor.close();
      }
    },

    window: async (locationId) =>
      windowOf(db, locationId, {
        windows: await collectionOf(dashboardWindows.name),
        sources: await Promise.all(DASHBOARD_SOURCES.map(collectionOf)),
        maxTimeMS,
      }),

    async setAside() {
      const deadLetters = db.collection<DeadLetter>(DEAD_LETTERS);
      const found = await mapMongoErrors(() =>
        deadLetters.find({ status: { $in: [...LEFT_OUT.served] } }, { projection: { _id: 1 }, maxTimeMS }).toArray(),
      );
      return new Set(found.map(({ _id }) => _id));
    },
  };
}

/** The collection of a served model. @throws RetryableError `not_set_up` */
export function servedAs(name: ReadModelName, served: ReadonlyMap<ReadModelName, string>): string {
  const collection = served.get(name);
  if (collection === undefined) throw new RetryableError('not_set_up', 'A read model was never set up here.');
  return collection;
}

async function windowOf(
  db: Db,
  locationId: string,
  names: { readonly windows: string; readonly sources: readonly string[]; readonly maxTimeMS: number },
): Promise<{ readonly stored: WindowDocument | null; readonly dirty: boolean }> {
  const { maxTimeMS } = names;
  // In this order: the window has counted every document that is not dirty afterwards.
  const found = await mapMongoErrors(() =>
    db.collection<StoredWindow>(names.windows).findOne({ locationId }, { maxTimeMS }),
  );
  const filter = { locationId, dirtyKey: dirtyKeysOf(locationId) };
  const waiting = await mapMongoErrors(() =>
    Promise.all(
      names.sources.map((name) => db.collection(name).findOne(filter, { projection: { _id: 1 }, maxTimeMS })),
    ),
  );
  const dirty = waiting.some((document) => document !== null);
  if (found === null) return { stored: null, dirty };
  const { timeZone, firstDay, sums, stageSums } = found;
  return { stored: { timeZone, firstDay, sums: sums.value(), stageSums: stageSums.value() }, dirty };
}

function contentOf(document: StoredDocument): StoredContent {
  const { _id: key, revision } = document;
  return { ...digested(contentIn(document)), key, revision };
}
