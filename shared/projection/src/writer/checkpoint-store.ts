import { ACCESS_HEARTBEAT, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { AS_OF_AHEAD_MS, CHECKPOINTS, type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import { FatalError, RetryableError } from '@fundlens/runtime/errors';
import { againAfterRace, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db, UpdateOneModel } from 'mongodb';
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
  /** The time by the clock of MongoDB, which all processes share: epoch milliseconds. */
  now(): Promise<number>;
  /** Of all partitions of the topics in this generation, as the majority of the servers has them. */
  load(topics: readonly string[]): Promise<Checkpoint[]>;
  /**
   * Moves checkpoints forward. A checkpoint that is further already stays. So does one before the expected `checkpoint`:
   * the database was restored from a backup and lacks the events in between. Acknowledged by the majority.
   * @throws RetryableError `checkpoint_gap` when a checkpoint lies before the expected one.
   */
  advance(advances: readonly Advance[]): Promise<void>;
  /**
   * The same for partitions at the end of their log. An `asOf` ahead of MongoDB's clock is replaced.
   * @returns how many checkpoints lie before the expected one, instead of the error.
   */
  affirm(advances: readonly Advance[]): Promise<number>;
  /** Moves the heartbeat of the access state forward, or back from a time ahead of MongoDB's clock. */
  beat(asOf: number): Promise<void>;
};

/** `db` must read and write with majority concern: see composition-root. */
export function createCheckpointStore(db: Db, generation: () => number): CheckpointStore {
  const checkpoints = db.collection<Checkpoint>(CHECKPOINTS);

  /**
   * One request for the checkpoints of all partitions.
   * @returns how many lie before the expected checkpoint, and stay.
   */
  async function updateEach(
    advances: readonly Advance[],
    updateOf: (advance: Advance, checkpointKey: CheckpointKey) => UpdateOneModel<Checkpoint>['update'],
  ): Promise<number> {
    const operations = advances.map((advance) => {
      const { topic, partition, checkpoint } = advance;
      const checkpointKey = { generation: generation(), topic, partition };
      const filter = {
        _id: checkpointId(checkpointKey),
        ...(checkpoint !== null && { nextOffset: { $gte: checkpoint } }),
      };
      return { updateOne: { filter, update: updateOf(advance, checkpointKey), upsert: checkpoint === null } };
    });
    if (operations.length === 0) return 0;
    const { matchedCount, upsertedCount } = await mapMongoErrors(() =>
      againAfterRace(() => checkpoints.bulkWrite(operations, { ordered: false })),
    );
    return operations.length - matchedCount - upsertedCount;
  }

  return {
    now: () => mongodbTime(db),

    load: (topics) =>
      mapMongoErrors(() =>
        checkpoints
          .find({ generation: generation(), topic: { $in: [...topics] } }, { maxTimeMS: MONGO_OPERATION_MS })
          .toArray(),
      ),

    async advance(advances) {
      const behind = await updateEach(advances, ({ nextOffset, asOf }, checkpointKey) => ({
        $max: { nextOffset, asOf },
        $setOnInsert: checkpointKey,
      }));
      if (behind > 0) {
        throw new RetryableError(
          'checkpoint_gap',
          'MongoDB lacks a checkpoint that it had: it was restored from a backup.',
        );
      }
    },

    affirm: (advances) => updateEach(advances, affirmation),

    async beat(asOf) {
      await mapMongoErrors(() =>
        againAfterRace(() =>
          db
            .collection<AccessHeartbeat>(ACCESS_HEARTBEAT)
            .updateOne({ _id: generation() }, [{ $set: { asOf: believable('asOf', asOf) } }], { upsert: true }),
        ),
      );
    },
  };
}

/** The time by the clock of MongoDB, which all processes share: epoch milliseconds. */
export async function mongodbTime(db: Db): Promise<number> {
  const { localTime } = await mapMongoErrors(() => db.command({ hello: 1 }));
  const now = epochMs(localTime);
  if (now === null) throw new FatalError('mongodb_clock', 'MongoDB does not return its time.');
  return now;
}

type CheckpointKey = Pick<Checkpoint, 'generation' | 'topic' | 'partition'>;

/** The update for a partition at the end of its log. */
function affirmation({ nextOffset, asOf }: Advance, checkpointKey: CheckpointKey) {
  return [
    {
      $set: {
        ...checkpointKey,
        nextOffset: { $max: ['$nextOffset', nextOffset] },
        asOf: believable('asOf', asOf),
        endAsOf: believable('endAsOf', asOf),
      },
    },
  ];
}

/** Compatible servers may answer with a number instead of a date. Null for anything else: it must not become 1970. */
function epochMs(localTime: unknown): number | null {
  const time = localTime instanceof Date ? localTime.getTime() : localTime;
  return typeof time === 'number' && Number.isSafeInteger(time) && time > 0 ? time : null;
}

/** The later of the stored time and `time`; a stored time ahead of MongoDB's clock, from a wrong clock, is replaced. */
function believable(field: 'asOf' | 'endAsOf', time: number) {
  const stored = `$${field}`;
  const latest = { $add: [{ $toLong: '$$NOW' }, AS_OF_AHEAD_MS] };
  return { $cond: [{ $gt: [stored, latest] }, time, { $max: [stored, time] }] };
}
