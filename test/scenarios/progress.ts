import type { Position } from '@fundlens/contracts/positions';
import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { sleep } from '@fundlens/runtime/backoff';
import type { Db } from 'mongodb';
import type { TopicNames } from '@fundlens/contracts/topic-names';
import { untilApplied } from '../harness/applied.ts';

/** How far everything is applied, looked at all the time: checkpoints never go back. */
export type Progress = {
  run(signal: AbortSignal): Promise<void>;
  /** Resolves when all that was acknowledged by now is applied. @throws when aborted before, or after `limitMs` */
  applied(signal: AbortSignal, limitMs: number): Promise<void>;
  /** Nobody looks meanwhile, because the database is taken back to an earlier state. */
  takenBack(run: () => Promise<void>): Promise<void>;
  /** Checkpoints that went back, one line each. */
  readonly wrong: readonly string[];
};

export type ProgressOptions = {
  /** Directly, past every fault of connections. */
  readonly db: Db;
  readonly topics: TopicNames;
  /** The highest acknowledged offset of each partition. */
  readonly ends: () => readonly Position[];
};

/** Recovery times are no more exact than this. */
const LOOK_MS = 100;
const MOST_WRONG = 50;

export function createProgress({ db, topics, ends }: ProgressOptions): Progress {
  const wrong: string[] = [];
  let seen = new Map<string, Checkpoint>();
  let isTakenBack = false;

  function take(checkpoints: readonly Checkpoint[]): void {
    for (const { _id, nextOffset, asOf } of checkpoints) {
      const before = seen.get(_id);
      if (before === undefined || wrong.length >= MOST_WRONG) continue;
      if (nextOffset < before.nextOffset || asOf < before.asOf) wrong.push(`checkpoint ${_id} went back`);
    }
    seen = new Map(checkpoints.map((checkpoint) => [checkpoint._id, checkpoint]));
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
        if (found !== null && !isTakenBack) take(found);
        await sleep(LOOK_MS, signal);
      }
    },
    async applied(signal, limitMs) {
      await untilApplied({ db, topics }, ends(), { deadlineMs: limitMs, pauseMs: LOOK_MS, signal });
    },
    async takenBack(run) {
      isTakenBack = true;
      await run();
      seen = new Map();
      isTakenBack = false;
    },
  };
}
