import { AS_OF_AHEAD_MS } from '@fundlens/read-models/checkpoint';
import type { ChangeTime } from '@fundlens/read-models/slot';
import { RetryableError } from '@fundlens/runtime/errors';
import type { EventChanges } from '../fold/fold.ts';

/** A late write counts as a change this long after it began, and has to be acknowledged before. */
const LATE_MS = 60_000;
const MAX_ATTEMPTS = 3;

export type LateWrites = ReturnType<typeof createLateWrites>;

/**
 * Writes that do not follow the log: replays of dead letters, erasures, repairs. Clients of `/changes` may have passed the
 * append times of their events. So these changes get a time that no client can have passed when the write is acknowledged:
 * clients go no further than MongoDB's clock. A write that was too late, because the process was suspended, is repeated
 * with a later time, which outranks the first. A process that ends in between has not marked its work as done.
 *
 * @param now MongoDB's clock, epoch milliseconds.
 */
export function createLateWrites(now: () => Promise<number>) {
  return async <T>(write: (time: ChangeTime) => Promise<T>): Promise<T> => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const at = (await now()) + LATE_MS;
      const written = await write({ at, late: true });
      if ((await now()) + AS_OF_AHEAD_MS < at) return written;
    }
    throw new RetryableError('late_write_slow', `A write took longer than ${LATE_MS} ms each time.`);
  };
}

/** The event with all its changes at `time`. */
export function changedAt(event: EventChanges, time: ChangeTime): EventChanges {
  return { ...event, documents: event.documents.map((change) => ({ ...change, time })) };
}
