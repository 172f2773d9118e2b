import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { type ReadModelVersion, readVersions } from '@fundlens/read-models/model-version';
import { modelVersions } from '@fundlens/read-models/store';
import { RetryableError } from '@fundlens/runtime/errors';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db } from 'mongodb';
import { createFreshCache } from '../fresh-cache.ts';

/** A replaced version is dropped minutes after the switch, so readers may follow the pointer this late. */
const POINTER_MAX_AGE_MS = 1_000;

/** Fields that a read-model document may have, as far as they are projected; views come as bytes (`promoteBuffers`). */
export type ReadModelDocument = {
  readonly _id: string;
  readonly locationId?: string;
  readonly listKey?: string;
  readonly applicationKey?: string;
  /** By name; an empty view is absent. */
  readonly views?: Readonly<Record<string, Buffer>>;
  readonly [field: string]: unknown;
};

/** The collections that read models are served from at the moment. */
export type ReadModels = {
  /** @throws RetryableError `mongodb_unavailable`, or `read_model_missing` while the projector has never set it up. */
  collection(name: ReadModelName): Promise<Collection<ReadModelDocument>>;
  /**
   * The active version and, while a rebuild is about to switch, the next one, e.g. `contacts_v2`. Freshness headers must
   * hold for both: the switch may come before the read. **Invariant**: the next version is announced earlier than a request
   * takes.
   * @throws RetryableError as above
   */
  versions(name: ReadModelName): Promise<string[]>;
  /** The collections of `versions`. */
  collections(name: ReadModelName): Promise<Collection<ReadModelDocument>[]>;
};

export function createReadModels(db: Db, options: { monotonic: () => number }): ReadModels {
  const pointers = createFreshCache({
    maxAgeMs: POINTER_MAX_AGE_MS,
    maxEntries: 1,
    monotonic: options.monotonic,
    load: () => mapMongoErrors(() => modelVersions(db)),
  });

  async function model(name: ReadModelName): Promise<ReadModelVersion> {
    const found = (await pointers.get('all')).get(name);
    if (found === undefined) throw new RetryableError('read_model_missing', `the read model ${name} is not set up yet`);
    return found;
  }

  const collections = new Map<string, Collection<ReadModelDocument>>();

  /** Cached: creating a collection object costs more than most reads. */
  function collectionOf(version: string): Collection<ReadModelDocument> {
    const found = collections.get(version) ?? db.collection<ReadModelDocument>(version);
    collections.set(version, found);
    return found;
  }

  async function versions(name: ReadModelName): Promise<string[]> {
    return readVersions(await model(name)).map((version) => collectionName(name, version));
  }

  return {
    versions,
    collection: async (name) => collectionOf(collectionName(name, (await model(name)).active)),
    collections: async (name) => (await versions(name)).map(collectionOf),
  };
}
