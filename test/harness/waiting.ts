import { setTimeout as delay } from 'node:timers/promises';

export type WaitOptions = {
  /** What is waited for, for the message when it does not come. */
  readonly what: string;
  readonly deadlineMs?: number;
  readonly pauseMs?: number;
};

/** Long enough for a loaded machine; a wait that needs it has failed. */
const DEADLINE_MS = 60_000;
const PAUSE_MS = 25;

/**
 * Asks until there is an answer other than null and false.
 * @throws when none came before the deadline; what the last question threw is the cause.
 */
export async function eventually<T>(
  ask: () => Promise<T | null | false>,
  { what, deadlineMs = DEADLINE_MS, pauseMs = PAUSE_MS }: WaitOptions,
): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
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
