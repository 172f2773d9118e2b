import { AS_OF_AHEAD_MS, CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { EVENT_LOGS, type EventLog } from '@fundlens/read-models/event-log';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import type { Progress } from './data-as-of.ts';
import type { Reached } from './shared-polling.ts';

/** A few hundred small documents at most, from memory; longer means that the server is in trouble. */
const MAX_TIME_MS = 1_000;

/** Reads what the projector tells of its progress, uncached. Every function throws RetryableError `mongodb_unavailable`. */
export type FreshnessStore = {
  /** How far every model version has come, and which partitions there are. */
  progress(): Promise<Progress>;
  /** The checkpoints of these ids that there are. */
  checkpoints(ids: readonly string[]): Promise<ReadonlyMap<string, Reached>>;
  /** Those of the places where an event was set aside and not replayed; `scope` null: nobody knows whose it is. */
  deadLetters(ids: readonly string[]): Promise<ReadonlyMap<string, { readonly scope: string | null }>>;
};

export function createFreshnessStore(db: Db): FreshnessStore {
  const checkpoints = db.collection<Checkpoint>(CHECKPOINTS);
  const letters = db.collection<DeadLetter>(DEAD_LETTERS);
  const eventLogs = db.collection<EventLog>(EVENT_LOGS);
  return {
    progress: () =>
      mapMongoErrors(async () => {
        // The logs first: a partition that is added in between then has one checkpoint more, which is no less true.
        const logs = await eventLogs.find({}, { maxTimeMS: MAX_TIME_MS }).toArray();
        const found = await checkpoints
          .aggregate<{ _id: { model: string; topic: string }; asOf: number; partitions: number }>(
            [
              // A time that has not come was told by a clock that is wrong: such a checkpoint is as good as none.
              { $match: { $expr: { $lte: ['$asOf', { $add: [{ $toLong: '$$NOW' }, AS_OF_AHEAD_MS] }] } } },
              {
                $group: {
                  _id: { model: '$model', topic: '$topic' },
                  asOf: { $min: '$asOf' },
                  partitions: { $sum: 1 },
                },
              },
            ],
            { maxTimeMS: MAX_TIME_MS },
          )
          .toArray();
        return { logs, models: found.map(({ _id, ...reached }) => ({ ..._id, ...reached })) };
      }),

    checkpoints: (ids) =>
      mapMongoErrors(async () => {
        const found = await checkpoints
          .find({ _id: { $in: [...ids] } }, { projection: { nextOffset: 1, asOf: 1 }, maxTimeMS: MAX_TIME_MS })
          .toArray();
        return new Map(found.map(({ _id, nextOffset, asOf }) => [_id, { nextOffset, asOf }]));
      }),

    deadLetters: (ids) =>
      mapMongoErrors(async () => {
        const found = await letters
          .find({ _id: { $in: [...ids] } }, { projection: { status: 1, entity: 1 }, maxTimeMS: MAX_TIME_MS })
          .toArray();
        const aside = found.filter(({ status }) => status !== 'replayed');
        return new Map(aside.map(({ _id, entity }) => [_id, { scope: entity?.scope ?? null }]));
      }),
  };
}
