/** Room for changes of one entity within a millisecond, and for the year 2255: 2^53 / 1000 ms. */
const VERSIONS_PER_MS = 1_000;

/**
 * The next version of an entity: above the last one, and not below the clock. The clock makes versions survive the loss of the
 * state: an adapter that begins anew is above all that it ever published.
 */
export function nextVersion(last: number, now: number): number {
  return Math.max(last + 1, now * VERSIONS_PER_MS);
}
