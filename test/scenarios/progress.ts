import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { sleep } from '@fundlens/runtime/backoff';
import type { Db } from 'mongodb';

/** Checkpoints, looked at all the time: they never go back. */
export type Progress = {
  run(signal: AbortSignal): Promise<void>;
  /** Nobody looks meanwhile, because the database is taken back to an earlier state. */
  takenBack(run: () => Promise<void>): Promise<void>;
  /** Checkpoints that went back, one line each. */
  readonly wrong: readonly string[];
};

const LOOK_MS = 100;
const MOST_WRONG = 50;

/** @param db directly, past every fault of connections */
export function createProgress(db: Db): Progress {
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
      const checkpoints = db.collection<Checkpoint>(CHECKPOINTS);
      while (!signal.aborted) {
        // MongoDB is away whenever it is struck: nothing is known meanwhile.
        const found = await checkpoints
          .find({})
          .toArray()
          .catch(() => null);
        if (found !== null && !isTakenBack) take(found);
        await sleep(LOOK_MS, signal);
      }
    },
    async takenBack(run) {
      isTakenBack = true;
      await run();
      seen = new Map();
      isTakenBack = false;
    },
  };
}
