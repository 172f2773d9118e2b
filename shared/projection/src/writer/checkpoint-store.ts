import { ACCESS_HEARTBEAT, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { AS_OF_AHEAD_MS, CHECKPOINTS, type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import { FatalError, RetryableError } from '@fundlens/runtime/errors';
import { againAfterRace, mapMongoErrors, withMappedErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import type { TopicPartition } from '../log/source.ts';
import { MONGO_OPERATION_MS } from '../mongo-options.ts';

/** How far one partition is applied. */
export type Advance = TopicPartition & {
  /** The checkpoint that must be stored already, or a later one; null: none. */
  readonly checkpoint: number | null;
  readonly nextOffset: number;
  readonly asOf: number;
};

/** The checkpoints of one generation. */
export type CheckpointStore = {
  /** Of all partitions of the topics in this generation, as the majority of the servers has them. */
  load(topics: readonly string[]): Promise<Checkpoint[]>;
  /**
   * Moves checkpoints forward. A checkpoint that is further already stays. So does one before the expected `checkpoint`:
   * the database was restored from a backup and lacks the events in between. Acknowledged by the majority.
   * @throws RetryableError `checkpoint_gap` when a checkpoint lies before the expected one.
   */
  advance(advances: readonly Advance[]): Promise<void>;
  /**
   * The same for partitions at the end of their log at the time `asOf`. A stored time ahead of MongoDB's clock is replaced.
   * @throws RetryableError `checkpoint_gap` as above.
   */
  affirm(ends: readonly Omit<Advance, 'asOf'>[], asOf: number): Promise<void>;
  /** Moves the heartbeat of the access state forward, or back from a time ahead of MongoDB's clock. */
  beat(asOf: number): Promise<void>;
};

/** `db` must read and write with majority concern: see composition-root. */
export function createCheckpointStore(db: Db, generation: () => number): CheckpointStore {
  const checkpoints = db.collection<Checkpoint>(CHECKPOINTS);

  const keyOf = ({ topic, partition }: TopicPartition) => ({ generation: generation(), topic, partition });

  async function advance(advances: readonly Advance[]): Promise<void> {
    if (advances.length === 0) return;
    const operations = advances.map(({ checkpoint, nextOffset, asOf, ...at }) => {
      const expected = checkpoint === null ? {} : { nextOffset: { $gte: checkpoint } };
      const update = { $max: { nextOffset, asOf }, $setOnInsert: keyOf(at) };
      const filter = { _id: checkpointId(keyOf(at)), ...expected };
      return { updateOne: { filter, update, upsert: checkpoint === null } };
    });
    const { matchedCount, upsertedCount } = await againAfterRace(() =>
      checkpoints.bulkWrite(operations, { ordered: false }),
    );
    if (matchedCount + upsertedCount < operations.length) throw gap();
  }

  return withMappedErrors<CheckpointStore>({
    load: (topics) =>
      checkpoints
        .find({ generation: generation(), topic: { $in: [...topics] } }, { maxTimeMS: MONGO_OPERATION_MS })
        .toArray(),

    advance,

    async affirm(ends, asOf) {
      if (ends.length === 0) return;
      // As a rule none: the log keeps the ends of transactions for itself.
      await advance(
        ends.filter(({ checkpoint, nextOffset }) => checkpoint !== nextOffset).map((end) => ({ ...end, asOf })),
      );
      const atEnd = ends.map((end) => ({ _id: checkpointId(keyOf(end)), nextOffset: { $gte: end.nextOffset } }));
      const times = { asOf: believable('asOf', asOf), endAsOf: believable('endAsOf', asOf) };
      const { matchedCount } = await checkpoints.updateMany({ $or: atEnd }, [{ $set: times }]);
      if (matchedCount < ends.length) throw gap();
    },

    async beat(asOf) {
      const heartbeats = db.collection<AccessHeartbeat>(ACCESS_HEARTBEAT);
      const update = [{ $set: { asOf: believable('asOf', asOf) } }];
      await againAfterRace(() => heartbeats.updateOne({ _id: generation() }, update, { upsert: true }));
    },
  });
}

/** The time by the clock of MongoDB, which all processes share: epoch milliseconds. */
export async function mongodbTime(db: Db): Promise<number> {
  const { localTime } = await mapMongoErrors(() => db.command({ hello: 1 }));
  // Compatible servers may answer with a number instead of a date. Anything else must not become 1970.
  const now: unknown = localTime instanceof Date ? localTime.getTime() : localTime;
  if (typeof now === 'number' && Number.isSafeInteger(now) && now > 0) return now;
  throw new FatalError('mongodb_clock', 'MongoDB does not return its time.');
}

function gap(): RetryableError {
  return new RetryableError('checkpoint_gap', 'MongoDB lacks a checkpoint that it had: it was restored from a backup.');
}

/** The later of the stored time and `time`; a stored time ahead of MongoDB's clock, from a wrong clock, is replaced. */
function believable(field: 'asOf' | 'endAsOf', time: number) {
  const stored = `$${field}`;
  const latest = { $add: [{ $toLong: '$$NOW' }, AS_OF_AHEAD_MS] };
  return { $cond: [{ $gt: [stored, latest] }, time, { $max: [stored, time] }] };
}
