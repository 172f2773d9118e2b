import { setTimeout as delay } from 'node:timers/promises';

type BackoffOptions = {
  readonly initialMs: number;
  readonly maxMs: number;
  /** Uniform in 0..1; given where tests decide. */
  readonly random?: () => number;
};

export type Backoff = ReturnType<typeof createBackoff>;

/**
 * Exponential back-off with equal jitter: each wait is between half and all of the exponential step, so that it never
 * collapses to zero and clients that failed together do not return together.
 * Source: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
 */
export function createBackoff({ initialMs, maxMs, random = Math.random }: BackoffOptions) {
  let step = initialMs;
  return {
    /** Milliseconds to wait before the next attempt. */
    next(): number {
      const wait = step / 2 + random() * (step / 2);
      step = Math.min(step * 2, maxMs);
      return Math.round(wait);
    },
    /** Called after a success. */
    reset(): void {
      step = initialMs;
    },
  };
}

/** Waits, or returns early when `signal` aborts; returns whether the whole time passed. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<boolean>;

/** `Sleep` by the clock of this process. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<boolean> {
  try {
    await delay(ms, undefined, signal ? { signal } : {});
    return true;
  } catch (error) {
    if (signal?.aborted) return false;
    throw error;
  }
}
