import { FundlensError } from './client-error.ts';

const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;
/** From a proxy before the service while an instance starts or ends; often without `Retry-After`. */
const GATEWAY = new Set([502, 503, 504]);

/** The first wait where the answer names none; it doubles with every attempt. */
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 15_000;
/** The clients of one credential are refused together and are told the same time: they come back spread over this share of it. */
const JITTER_SHARE = 0.25;
const LEAST_JITTER_MS = 500;

/** Whether the same request may succeed later: a limit, an outage, or no answer at all. */
export function isPassing(failure: unknown): boolean {
  if (!(failure instanceof FundlensError)) return isNoAnswer(failure);
  if (failure.status === TOO_MANY_REQUESTS || GATEWAY.has(failure.status)) return true;
  return failure.status >= SERVER_ERROR && failure.retryAfterSeconds !== null;
}

/** `fetch` throws a TypeError when a connection breaks; an attempt that takes too long ends in a TimeoutError. */
function isNoAnswer(failure: unknown): boolean {
  return failure instanceof TypeError || (failure instanceof Error && failure.name === 'TimeoutError');
}

/**
 * Milliseconds until a retry: never less than `Retry-After`, else twice as long as the time before.
 * @param attempt 0 for the first one that failed.
 * @param random from 0 to below 1.
 */
export function retryDelayMs(failure: unknown, attempt: number, random: number): number {
  const seconds = failure instanceof FundlensError ? failure.retryAfterSeconds : null;
  if (seconds !== null) {
    const base = seconds * 1_000;
    return base + random * Math.max(LEAST_JITTER_MS, base * JITTER_SHARE);
  }
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt);
  return backoff / 2 + (random * backoff) / 2;
}
