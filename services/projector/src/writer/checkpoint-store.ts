import { ACCESS_HEARTBEAT, ACCESS_HEARTBEAT_ID, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { CHECKPOINTS, type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import type { Db } from 'mongodb';
import type { Place } from '../consumer/source.ts';
import { againAfterRace, inMongo } from './mongo-failure.ts';

/** How far `models` have come in one partition. */
export type Advance = Place & {
  readonly models: readonly string[];
  readonly nextOffset: number;
  readonly asOf: number;
};

export type CheckpointStore = {
  /** Of all partitions of the topics, as the majority of the servers has them. */
  load(topics: readonly string[]): Promise<Checkpoint[]>;
  /** Moves checkpoints forward; one that is further already stays. Acknowledged by the majority. */
  advance(advances: readonly Advance[]): Promise<void>;
  /** Moves the heartbeat of the access state forward. */
  beat(asOf: number): Promise<void>;
};

/** `db` must read and write with majority concern: see composition-root. */
export function createCheckpointStore(db: Db, limits: { readonly maxTimeMs: number }): CheckpointStore {
  const checkpoints = db.collection<Checkpoint>(CHECKPOINTS);
  return {
    load: (topics) =>
      inMongo(() => checkpoints.find({ topic: { $in: [...topics] } }, { maxTimeMS: limits.maxTimeMs }).toArray()),

    async advance(advances) {
      const operations = advances.flatMap(({ models, topic, partition, nextOffset, asOf }) =>
        models.map((model) => ({
          updateOne: {
            filter: { _id: checkpointId({ model, topic, partition }) },
            update: { $max: { nextOffset, asOf }, $setOnInsert: { model, topic, partition } },
            upsert: true,
          },
        })),
      );
      if (operations.length === 0) return;
      await inMongo(() => againAfterRace(() => checkpoints.bulkWrite(operations, { ordered: false })));
    },

    async beat(asOf) {
      await inMongo(() =>
        againAfterRace(() =>
          db
            .collection<AccessHeartbeat>(ACCESS_HEARTBEAT)
            .updateOne({ _id: ACCESS_HEARTBEAT_ID }, { $max: { asOf } }, { upsert: true }),
        ),
      );
    },
  };
}
