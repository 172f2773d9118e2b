import { type Backoff, sleep } from '@fundlens/runtime/backoff';

/** Retries until it succeeds or `signal` aborts: the service answers requests meanwhile. */
export async function startInBackground(options: {
  readonly start: () => Promise<void>;
  readonly backoff: Backoff;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}): Promise<void> {
  for (;;) {
    try {
      await options.start();
      return;
    } catch (error) {
      // A stop closes the clients in the middle of an attempt.
      if (options.signal.aborted) return;
      options.onError(error);
      if (!(await sleep(options.backoff.next(), options.signal))) return;
    }
  }
}
