import { streams } from '@fundlens/contracts/event-definition';
import type { TopicNames } from '@fundlens/contracts/topic-names';
import { CHECKPOINTS, type Checkpoint, resumeOffset } from '@fundlens/read-models/checkpoint';
import { modelVersion } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { sleep } from '@fundlens/runtime/backoff';
import type { Db } from 'mongodb';

/** Looks at the projector's checkpoints all the time: how far everything is applied, and that nothing goes back. */
export type RecoveryWatch = {
  run(signal: AbortSignal): Promise<void>;
  /** Resolves when all that was acknowledged by now is applied to all models. @throws when aborted before */
  applied(signal: AbortSignal): Promise<void>;
  /** How many records are applied to all models. */
  count(): number;
  /** Checkpoints that went back, one line each. */
  readonly wrong: readonly string[];
};

export type RecoveryWatchOptions = {
  /** Directly, past every fault of connections. */
  readonly db: Db;
  readonly topics: TopicNames;
  /** By `<topic>/<partition>`: the highest acknowledged offset. */
  readonly ends: Iterable<readonly [string, number]>;
};

/** Recovery times are no more exact than this. */
const LOOK_MS = 100;
const MOST_WRONG = 50;

export function createRecoveryWatch({ db, topics, ends }: RecoveryWatchOptions): RecoveryWatch {
  const wrong: string[] = [];
  const modelsOf = new Map(
    streams.map((stream) => [
      topics[stream],
      readModels.filter((model) => model.streams.includes(stream)).map(modelVersion),
    ]),
  );
  let seen = new Map<string, Checkpoint>();
  let next = new Map<string, number>();

  function take(checkpoints: readonly Checkpoint[]): void {
    for (const checkpoint of checkpoints) {
      const before = seen.get(checkpoint._id);
      if (before === undefined || wrong.length >= MOST_WRONG) continue;
      if (checkpoint.nextOffset < before.nextOffset || checkpoint.asOf < before.asOf) {
        wrong.push(`checkpoint ${checkpoint._id} went back`);
      }
    }
    seen = new Map(checkpoints.map((checkpoint) => [checkpoint._id, checkpoint]));
    const places = Map.groupBy(checkpoints, ({ topic, partition }) => `${topic}/${partition}`);
    next = new Map(
      [...places].map(([place, ofPlace]) => [
        place,
        resumeOffset(modelsOf.get(ofPlace[0]?.topic ?? '') ?? [], ofPlace) ?? 0,
      ]),
    );
  }

  return {
    wrong,
    async run(signal) {
      while (!signal.aborted) {
        // MongoDB is away whenever it is struck: nothing is known meanwhile.
        const found = await db
          .collection<Checkpoint>(CHECKPOINTS)
          .find({})
          .toArray()
          .catch(() => null);
        if (found !== null) take(found);
        await sleep(LOOK_MS, signal);
      }
    },
    async applied(signal) {
      const wanted = [...ends];
      const isApplied = () => wanted.every(([place, offset]) => (next.get(place) ?? 0) > offset);
      while (!isApplied()) {
        signal.throwIfAborted();
        await sleep(LOOK_MS, signal);
      }
    },
    count: () => [...next.values()].reduce((sum, offset) => sum + offset, 0),
  };
}
