import { setTimeout as delay } from 'node:timers/promises';

export type WaitLimits = {
  readonly deadlineMs?: number;
  readonly pauseMs?: number;
  readonly signal?: AbortSignal;
};

export type WaitOptions = WaitLimits & {
  /** What is waited for, for the message when it does not come. */
  readonly what: string;
};

/** Long enough for a loaded machine; a wait that needs it has failed. */
const DEADLINE_MS = 60_000;
const PAUSE_MS = 25;

/**
 * Asks until there is an answer other than null and false.
 * @throws when none came before the deadline, with what the last question threw as the cause; or the reason of the signal.
 */
export async function eventually<T>(
  ask: () => Promise<T | null | false>,
  { what, deadlineMs = DEADLINE_MS, pauseMs = PAUSE_MS, signal }: WaitOptions,
): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    signal?.throwIfAborted();
    let failure: { readonly error: unknown } | undefined;
    try {
      const answer = await ask();
      if (answer !== null && answer !== false) return answer;
    } catch (error) {
      failure = { error };
    }
    if (performance.now() >= deadline) {
      throw new Error(`${what} did not come within ${deadlineMs} ms`, failure ? { cause: failure.error } : {});
    }
    await delay(pauseMs);
  }
}

export type DrainOptions = {
  readonly what: string;
  /** It has stopped draining when nothing less than before has been seen for so long. */
  readonly stalledAfterMs: number;
  readonly pauseMs?: number;
  readonly signal?: AbortSignal;
};

/**
 * Waits until nothing is left, however long it takes, as long as it becomes less.
 * @throws when it does not become less any more (what the last question threw is the cause), or the reason of the signal.
 */
export async function drained(
  countLeft: () => Promise<number>,
  { what, stalledAfterMs, pauseMs = PAUSE_MS, signal }: DrainOptions,
): Promise<void> {
  for (let least = Number.POSITIVE_INFINITY; least > 0; ) {
    signal?.throwIfAborted();
    const before = least;
    least = await eventually(
      async () => {
        const left = await countLeft();
        return left < before && { left };
      },
      { what: `less than ${before} of ${what}`, deadlineMs: stalledAfterMs, pauseMs },
    ).then(({ left }) => left);
  }
}
