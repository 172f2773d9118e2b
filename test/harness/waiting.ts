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
