import type { Delivery } from '../webhooks/delivery.ts';

/** How far a sender's clock may be off, as HighLevel's guide to webhooks advises. */
const CLOCK_WINDOW_MS = 5 * 60_000;

/**
 * HighLevel retries six times, ten minutes apart with jitter: "~ 1 hour 10 minutes" by its guide; the rest is room for the
 * jitter, which it leaves open.
 */
const RETRY_SPAN_MS = 90 * 60_000;

/**
 * How old a body may be. A retry sends the same bytes with the same timestamp and signature, so the window must span all
 * retries: a narrower one would refuse, for good, what was answered with 429.
 */
export const MAX_BODY_AGE_MS = RETRY_SPAN_MS + CLOCK_WINDOW_MS;

/**
 * - `early`: the timestamp lies ahead of our clock. It will be right in a later attempt, if it was our clock that is behind.
 * - `late`: it will never be right again.
 */
export type WindowVerdict = 'inside' | 'early' | 'late';

/** Without a timestamp there is nothing to judge: a copy of the body has an entity read once more, and says nothing else. */
export function judgeAge({ timestamp, receivedAt }: Pick<Delivery, 'timestamp' | 'receivedAt'>): WindowVerdict {
  if (timestamp === null) return 'inside';
  if (timestamp > receivedAt + CLOCK_WINDOW_MS) return 'early';
  return timestamp < receivedAt - MAX_BODY_AGE_MS ? 'late' : 'inside';
}
