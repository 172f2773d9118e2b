import { AS_OF_AHEAD_MS, CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { DEAD_LETTERS, type DeadLetter, openIn } from '@fundlens/read-models/dead-letter';
import { EVENT_LOGS, type EventLog } from '@fundlens/read-models/event-log';
import { withMappedErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import { MAX_TIME_MS } from '../queries/mongodb-options.ts';

const maxTimeMS = MAX_TIME_MS.freshness;

/** What the projector has reached in one generation. */
export type Progress = {
  readonly logs: readonly EventLog[];
  /** By topic: the lowest `asOf` of its partitions, and how many partitions have one. */
  readonly reached: ReadonlyMap<string, { readonly asOf: number; readonly partitions: number }>;
};

/** The position of a generation in one partition, from its checkpoint. */
export type CheckpointPosition = Pick<Checkpoint, 'nextOffset' | 'asOf' | 'endAsOf'> & {
  /** When it was read, by MongoDB's clock: epoch milliseconds. */
  readonly readAt: number;
};

export type FreshnessStore = ReturnType<typeof createFreshnessStore>;

/** Reads the progress that the projector stores, uncached. Every function throws RetryableError `mongodb_unavailable`. */
export function createFreshnessStore(db: Db) {
  const checkpoints = db.collection<Checkpoint>(CHECKPOINTS);
  const deadLetters = db.collection<DeadLetter>(DEAD_LETTERS);
  const eventLogs = db.collection<EventLog>(EVENT_LOGS);
  return withMappedErrors({
    async progress(generation: number): Promise<Progress> {
      // The logs first: for a partition added in between, a surplus checkpoint does no harm.
      const logs = await eventLogs.find({}, { maxTimeMS }).toArray();
      // A time in the future comes from a wrong clock: such a checkpoint is ignored.
      const isPast = { $lte: ['$asOf', { $add: [{ $toLong: '$$NOW' }, AS_OF_AHEAD_MS] }] };
      const stages = [
        { $match: { generation, $expr: isPast } },
        { $group: { _id: '$topic', asOf: { $min: '$asOf' }, partitions: { $sum: 1 } } },
      ];
      type OfTopic = { readonly _id: string; readonly asOf: number; readonly partitions: number };
      const found = await checkpoints.aggregate<OfTopic>(stages, { maxTimeMS }).toArray();
      return { logs, reached: new Map(found.map((ofTopic) => [ofTopic._id, ofTopic])) };
    },

    /** Missing checkpoints are left out. */
    async checkpoints(ids: readonly string[]): Promise<ReadonlyMap<string, CheckpointPosition>> {
      const stages = [
        { $match: { _id: { $in: [...ids] } } },
        { $project: { nextOffset: 1, asOf: 1, endAsOf: 1, readAt: { $toLong: '$$NOW' } } },
      ];
      type Found = CheckpointPosition & { readonly _id: string };
      const found = await checkpoints.aggregate<Found>(stages, { maxTimeMS }).toArray();
      return new Map(found.map((checkpoint) => [checkpoint._id, checkpoint]));
    },

    /** Dead letters with these ids that are not in the generation; `scope` null: of an unknown tenant. */
    async deadLetters(ids: readonly string[], generation: number) {
      const filter = { _id: { $in: [...ids] }, $or: [openIn(generation), { status: 'discarded' as const }] };
      const found = await deadLetters.find(filter, { projection: { entity: 1 }, maxTimeMS }).toArray();
      return new Map(found.map(({ _id, entity }) => [_id, { scope: entity?.scope ?? null }] as const));
    },
  });
}
