import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { readPointer } from '@fundlens/read-models/store';
import { RetryableError } from '@fundlens/runtime/errors';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db } from 'mongodb';
import { createFreshCache } from '../fresh-cache.ts';
import type { Clock } from '../process-context.ts';

/** A generation is dropped by an operator long after the switch, so readers may follow the pointer this late. */
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

/** What read models are served from at the moment: the active generation. */
export type ReadModels = ReturnType<typeof createReadModels>;

/** One generation. */
export type ServedModels = {
  readonly generation: number;
  readonly collection: (name: ReadModelName) => Collection<ReadModelDocument>;
};

/** A checked location; all that one request reads of it is of one generation. */
export type Tenant = { readonly served: ServedModels; readonly locationId: string };

/** Every function throws RetryableError `mongodb_unavailable`, or `read_model_missing` while no projector has ever started. */
export function createReadModels(db: Db, { monotonic }: Pick<Clock, 'monotonic'>) {
  const collections = new Map<string, Collection<ReadModelDocument>>();

  /** Cached: creating a collection object costs more than most reads. */
  function collectionOf(name: string): Collection<ReadModelDocument> {
    const found = collections.get(name) ?? db.collection<ReadModelDocument>(name);
    collections.set(name, found);
    return found;
  }

  const pointers = createFreshCache<ServedModels>({
    maxAgeMs: POINTER_MAX_AGE_MS,
    maxEntries: 1,
    monotonic,
    async load() {
      const found = await mapMongoErrors(() => readPointer(db));
      if (found === null) throw new RetryableError('read_model_missing', 'the read models are not set up yet');
      const generation = found.active;
      const collection = (name: ReadModelName) => collectionOf(collectionName(name, generation));
      return { generation, collection };
    },
  });

  const serving = () => pointers('all');
  return {
    serving,
    generation: async () => (await serving()).generation,
    collection: async (name: ReadModelName) => (await serving()).collection(name),
    /** Rejects while MongoDB is away. */
    ping: () => mapMongoErrors(() => db.command({ ping: 1 })),
  };
}
