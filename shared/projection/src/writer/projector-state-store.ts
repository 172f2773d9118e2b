import type { SchemaWaits } from '@fundlens/contracts/wire/writer-schemas';
import { EVENT_LOGS, type EventLog } from '@fundlens/read-models/event-log';
import { PARTITION_STATES, type StoredPartitionStates } from '@fundlens/read-models/partition-state';
import { SCHEMA_WAITS, type SchemaWait } from '@fundlens/read-models/schema-wait';
import { FatalError } from '@fundlens/runtime/errors';
import { againAfterRace, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import type { PartitionFigures } from '../health/partition-health.ts';

/** What projectors said that are gone. */
const STATES_KEPT_MS = 24 * 3_600_000;

/**
 * What projectors tell each other, operators and the query service beside documents and checkpoints.
 * @param owner host and process id, for the operator who looks for the process.
 * `db` must write with majority concern: see composition-root.
 */
export function createProjectorStateStore(
  db: Db,
  { owner, generation }: { readonly owner: string; readonly generation: () => number },
) {
  let isFirst = true;
  const partitionsStored = new Map<EventLog['_id'], number>();
  const logs = db.collection<EventLog>(EVENT_LOGS);
  const states = db.collection<StoredPartitionStates>(PARTITION_STATES);
  const waits = db.collection<SchemaWait>(SCHEMA_WAITS);
  return {
    /** Where a stream is read from now. What this process has stored before is not written again. */
    async storeEventLog({ _id, topic, partitions }: EventLog): Promise<void> {
      if (partitionsStored.get(_id) === partitions) return;
      const update = { $set: { topic, partitions } };
      await mapMongoErrors(() => againAfterRace(() => logs.updateOne({ _id }, update, { upsert: true })));
      partitionsStored.set(_id, partitions);
    },

    /** What the partitions of this process do. @returns MongoDB's time, epoch milliseconds. */
    async storePartitionStates(figures: readonly PartitionFigures[]): Promise<number> {
      const partitions = figures.map(({ topic, partition, status, reason, since }) => {
        return { topic, partition, status, reason, since };
      });
      const _id = `${generation()}:${owner}`;
      const literal = { $literal: { generation: generation(), owner, partitions } };
      const update = [{ $replaceWith: { $mergeObjects: [{ _id }, literal, { seenAt: { $toLong: '$$NOW' } }] } }];
      const how = { upsert: true, returnDocument: 'after', projection: { seenAt: 1 } } as const;
      const stored = await mapMongoErrors(() => againAfterRace(() => states.findOneAndUpdate({ _id }, update, how)));
      const now = stored?.seenAt;
      if (typeof now !== 'number') throw new FatalError('mongodb_clock', 'MongoDB does not return its time.');
      // Each start of a process leaves one.
      if (isFirst) await mapMongoErrors(() => states.deleteMany({ seenAt: { $lt: now - STATES_KEPT_MS } }));
      isFirst = false;
      return now;
    },

    /** Waits for schemas that all projectors share. Ages are by MongoDB's clock. */
    schemaWaits: {
      async met(id: number) {
        const update = [{ $set: { firstMetAt: { $ifNull: ['$firstMetAt', '$$NOW'] }, metAt: '$$NOW' } }];
        const found = await mapMongoErrors(() =>
          againAfterRace(() => waits.findOneAndUpdate({ _id: id }, update, { upsert: true, returnDocument: 'after' })),
        );
        return found === null ? 0 : Math.max(0, found.metAt.getTime() - found.firstMetAt.getTime());
      },
      async ended(id: number) {
        await mapMongoErrors(() => waits.deleteOne({ _id: id }));
      },
    } satisfies SchemaWaits,
  };
}

export type ProjectorStateStore = ReturnType<typeof createProjectorStateStore>;
