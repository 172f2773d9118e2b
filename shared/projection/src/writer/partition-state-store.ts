import { PARTITION_STATES, type StoredPartitionState } from '@fundlens/read-models/partition-state';
import { againAfterRace, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import type { PartitionFigures } from '../health/partition-health.ts';
import { partitionKey } from '../log/source.ts';

/** Stores what the partitions of this process do, at the time `now` of MongoDB's clock. */
export type StorePartitionStates = (partitions: readonly PartitionFigures[], now: number) => Promise<void>;

/** @param owner host and process id, for the operator who looks for the process. */
export function createPartitionStateStore(
  db: Db,
  { owner, generation }: { readonly owner: string; readonly generation: () => number },
): StorePartitionStates {
  const states = db.collection<StoredPartitionState>(PARTITION_STATES);
  return async (partitions, now) => {
    if (partitions.length === 0) return;
    const operations = partitions.map(({ topic, partition, status, reason, since, lag }) => ({
      replaceOne: {
        filter: { _id: `${generation()}:${partitionKey({ topic, partition })}` },
        replacement: { generation: generation(), topic, partition, status, reason, since, lag, owner, seenAt: now },
        upsert: true,
      },
    }));
    await mapMongoErrors(() => againAfterRace(() => states.bulkWrite(operations, { ordered: false })));
  };
}
