import { streams } from '@fundlens/contracts/definition/event-definition';
import type { Position } from '@fundlens/contracts/publishing/positions';
import type { TopicNames } from '@fundlens/contracts/wire/topic-names';
import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { activeGeneration } from '@fundlens/read-models/store';
import type { Admin } from 'kafkajs';
import type { Db } from 'mongodb';
import { eventually, type WaitLimits } from './waiting.ts';

type LogEnd = { readonly topic: string; readonly partition: number; readonly end: number };

type Log = { readonly db: Db; readonly topics: TopicNames };

/** Waits until the events at these positions, and all before them, are applied. */
export async function untilApplied(log: Log, positions: readonly Position[], limits: WaitLimits = {}): Promise<void> {
  const targets = new Map<string, LogEnd>();
  for (const { topic, partition, offset } of positions) {
    const key = `${topic}:${partition}`;
    const end = Math.max(Number(offset) + 1, targets.get(key)?.end ?? 0);
    targets.set(key, { topic, partition, end });
  }
  await untilReached(log, [...targets.values()], limits);
}

async function untilReached(log: Log, targets: readonly LogEnd[], limits: WaitLimits = {}): Promise<void> {
  await eventually(
    async () => {
      const endOf = await appliedEnds(log);
      return targets.every((target) => endOf(target) >= target.end);
    },
    { what: 'the application of all events', ...limits },
  );
}

/** By topic and partition: the offset below which everything is in what is read. */
async function appliedEnds({ db }: Log): Promise<(target: { topic: string; partition: number }) => number> {
  const generation = await activeGeneration(db);
  const checkpoints = await db.collection<Checkpoint>(CHECKPOINTS).find({ generation }).toArray();
  return ({ topic, partition }) =>
    checkpoints.find((found) => found.topic === topic && found.partition === partition)?.nextOffset ?? 0;
}

/** What has been applied: in the documents, or set aside as a dead letter. Read from the projector's checkpoints. */
export type Applied = ReturnType<typeof createApplied>;

export function createApplied({ admin, ...log }: Log & { readonly admin: Admin }) {
  const { topics } = log;

  return {
    /** Waits until everything that the topics hold now is applied. */
    async all(limits?: WaitLimits): Promise<void> {
      const found = await Promise.all(
        streams.map(async (stream) => {
          const topic = topics[stream];
          const offsets = await admin.fetchTopicOffsets(topic);
          return offsets.map(({ partition, high }) => ({ topic, partition, end: Number(high) }));
        }),
      );
      await untilReached(log, found.flat(), limits);
    },
    /** Waits until the events at these positions, and all before them, are. */
    positions: (positions: readonly Position[], limits?: WaitLimits) => untilApplied(log, positions, limits),
  };
}
