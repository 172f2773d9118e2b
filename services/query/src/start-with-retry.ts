import { type Backoff, sleep } from '@fundlens/runtime/backoff';

/**
 * Prepares the stores, waiting for MongoDB as long as it takes: the service answers without it meanwhile.
 * Ends early when `signal` aborts.
 */
export async function startWithRetry(options: {
  readonly setUp: () => Promise<void>;
  readonly backoff: Backoff;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}): Promise<void> {
  for (;;) {
    try {
      await options.setUp();
      return;
    } catch (error) {
      options.onError(error);
      if (!(await sleep(options.backoff.next(), options.signal))) return;
    }
  }
}
