import { hash } from 'node:crypto';
import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { activeVersion, type ReadModelVersion, readVersions } from '@fundlens/read-models/model-version';
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
  /**
   * The collections that are read, all of one moment, and their edition: equal editions are made by the same rules, so that
   * a document of one state of the log shows the same in both.
   * @throws RetryableError as above
   */
  serving(names: readonly ReadModelName[]): Promise<ServedModels>;
  /** The collections of `versions`. */
  collections(name: ReadModelName): Promise<Collection<ReadModelDocument>[]>;
};

export type ServedModels = {
  readonly edition: string;
  /** In the order of the names. */
  readonly collections: readonly Collection<ReadModelDocument>[];
};

const EDITION_CHARACTERS = 12;

function editionOf(models: readonly ReadModelVersion[]): string {
  const made = models.map((model) => {
    const active = activeVersion(model);
    return active?.fingerprint ?? active?.definition ?? null;
  });
  return hash('sha256', JSON.stringify(made), 'base64url').slice(0, EDITION_CHARACTERS);
}

export function createReadModels(db: Db, options: { monotonic: () => number }): ReadModels {
  const pointers = createFreshCache({
    maxAgeMs: POINTER_MAX_AGE_MS,
    maxEntries: 1,
    monotonic: options.monotonic,
    load: () => mapMongoErrors(() => modelVersions(db)),
  });

  async function model(name: ReadModelName): Promise<ReadModelVersion> {
    return (await pointers.get('all')).get(name) ?? missing(name);
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
    async serving(names) {
      const all = await pointers.get('all');
      const models = names.map((name) => all.get(name) ?? missing(name));
      const collections = models.map(({ active }, index) =>
        collectionOf(collectionName(names[index] as ReadModelName, active)),
      );
      return { edition: editionOf(models), collections };
    },
    collection: async (name) => collectionOf(collectionName(name, (await model(name)).active)),
    collections: async (name) => (await versions(name)).map(collectionOf),
  };
}

function missing(name: ReadModelName): never {
  throw new RetryableError('read_model_missing', `the read model ${name} is not set up yet`);
}
