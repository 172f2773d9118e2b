import { ACCESS_HEARTBEAT, ACCESS_HEARTBEAT_ID, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { AS_OF_AHEAD_MS, CHECKPOINTS, type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import { FatalError } from '@fundlens/runtime/errors';
import { againAfterRace, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db, UpdateOneModel } from 'mongodb';
import type { TopicPartition } from '../log/source.ts';

/** How far `models` have come in one partition. */
export type Advance = TopicPartition & {
  readonly models: readonly string[];
  readonly nextOffset: number;
  readonly asOf: number;
};

/** Of a partition at the end of its log. `checkpoint`: what must be stored already, or null for nothing. */
export type Affirmation = Advance & { readonly checkpoint: number | null };

export type CheckpointStore = {
  /** The time by the clock of MongoDB, which all processes share: epoch milliseconds. */
  now(): Promise<number>;
  /** Of all partitions of the topics, as the majority of the servers has them. */
  load(topics: readonly string[]): Promise<Checkpoint[]>;
  /** Moves checkpoints forward; one that is further already stays. Acknowledged by the majority. */
  advance(advances: readonly Advance[]): Promise<void>;
  /**
   * The same of partitions at the end of their log. Here an `asOf` that has not come by MongoDB's clock is replaced. A
   * checkpoint that lies before the one that this builds upon stays: the database is another one, restored from a
   * backup while the request was on its way, and lacks what lies between.
   */
  affirm(affirmations: readonly Affirmation[]): Promise<void>;
  /** Moves the heartbeat of the access state forward, or back from a time that has not come. */
  beat(asOf: number): Promise<void>;
};

/** `db` must read and write with majority concern: see composition-root. */
export function createCheckpointStore(db: Db, limits: { readonly maxTimeMs: number }): CheckpointStore {
  const checkpoints = db.collection<Checkpoint>(CHECKPOINTS);

  /** One request for the checkpoints of all models in all places. */
  async function updateEach<A extends Advance>(
    advances: readonly A[],
    updateOf: (
      advance: A,
      identity: Pick<Checkpoint, '_id' | 'model' | 'topic' | 'partition'>,
    ) => UpdateOneModel<Checkpoint>,
  ): Promise<void> {
    const operations = advances.flatMap((advance) =>
      advance.models.map((model) => {
        const place = { model, topic: advance.topic, partition: advance.partition };
        return { updateOne: updateOf(advance, { _id: checkpointId(place), ...place }) };
      }),
    );
    if (operations.length === 0) return;
    await mapMongoErrors(() => againAfterRace(() => checkpoints.bulkWrite(operations, { ordered: false })));
  }

  return {
    async now() {
      const { localTime } = await mapMongoErrors(() => db.command({ hello: 1 }));
      const now = epochMs(localTime);
      if (now === null) throw new FatalError('mongodb_clock', 'MongoDB does not tell the time.');
      return now;
    },

    load: (topics) =>
      mapMongoErrors(() =>
        checkpoints.find({ topic: { $in: [...topics] } }, { maxTimeMS: limits.maxTimeMs }).toArray(),
      ),

    async advance(advances) {
      await updateEach(advances, ({ nextOffset, asOf }, { _id, ...place }) => ({
        filter: { _id },
        update: { $max: { nextOffset, asOf }, $setOnInsert: place },
        upsert: true,
      }));
    },

    async affirm(affirmations) {
      await updateEach(affirmations, ({ nextOffset, checkpoint, asOf }, { _id, ...place }) => ({
        filter: { _id, ...(checkpoint !== null && { nextOffset: { $gte: checkpoint } }) },
        update: [{ $set: { ...place, nextOffset: { $max: ['$nextOffset', nextOffset] }, ...believable(asOf) } }],
        upsert: checkpoint === null,
      }));
    },

    async beat(asOf) {
      await mapMongoErrors(() =>
        againAfterRace(() =>
          db
            .collection<AccessHeartbeat>(ACCESS_HEARTBEAT)
            .updateOne({ _id: ACCESS_HEARTBEAT_ID }, [{ $set: believable(asOf) }], { upsert: true }),
        ),
      );
    },
  };
}

/** Compatible servers may answer with a number instead of a date. Null for anything else: it must not become 1970. */
function epochMs(localTime: unknown): number | null {
  const time = localTime instanceof Date ? localTime.getTime() : localTime;
  return typeof time === 'number' && Number.isSafeInteger(time) && time > 0 ? time : null;
}

/** The later of what is stored and `asOf`, unless what is stored has not come: that was a wrong clock. */
function believable(asOf: number) {
  const latest = { $add: [{ $toLong: '$$NOW' }, AS_OF_AHEAD_MS] };
  return { asOf: { $cond: [{ $gt: ['$asOf', latest] }, asOf, { $max: ['$asOf', asOf] }] } };
}
