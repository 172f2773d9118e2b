import type { ReadModelName } from '@fundlens/read-models/definition';
import { activeCollection, activeVersions } from '@fundlens/read-models/store';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Collection, Db } from 'mongodb';
import { createFreshCache } from '../credentials/fresh-cache.ts';
import { orAway } from './mongodb-failure.ts';

/** A switched version is dropped only after a grace time of minutes, so readers may follow the pointer this late. */
const POINTER_MAX_AGE_MS = 1_000;

/** Fields that every read-model document may have; `body` comes as bytes (`promoteBuffers`). */
export type ReadModelDocument = {
  readonly _id: string;
  readonly locationId?: string;
  readonly listKey?: string;
  readonly body: Buffer | null;
  readonly [field: string]: unknown;
};

/** The collections that read models are served from at the moment. */
export type ReadModels = {
  /** @throws RetryableError `mongodb_away`, or `read_model_missing` while the projector has never set it up. */
  collection(name: ReadModelName): Promise<Collection<ReadModelDocument>>;
  /** The version that it is served from, e.g. `contacts_v1`. @throws RetryableError as above */
  version(name: ReadModelName): Promise<string>;
};

export function createReadModels(db: Db, options: { monotonic: () => number }): ReadModels {
  const pointers = createFreshCache({
    maxAgeMs: POINTER_MAX_AGE_MS,
    maxEntries: 1,
    monotonic: options.monotonic,
    load: () => orAway(() => activeVersions(db)),
  });

  async function version(name: ReadModelName): Promise<string> {
    const active = activeCollection(name, await pointers.get('active'));
    if (active === null) throw new RetryableError('read_model_missing', `the read model ${name} is not set up yet`);
    return active;
  }

  return { version, collection: async (name) => db.collection(await version(name)) };
}
