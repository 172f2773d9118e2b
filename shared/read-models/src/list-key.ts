/**
 * List keys: one string per listed document that sorts ascending in the order the API promises, newest first, then id,
 * with entries that have no instant last. A page is then one bounded range of one index, on every server alike, and a
 * cursor is one string. A document that is not listed has no list key.
 */

/** The first and last instants that a list key can represent: years 0001 and 9999. */
export const EARLIEST_INSTANT = -62_135_596_800_000;
const LATEST_INSTANT = 253_402_300_799_999;
/** Digits of `LATEST_INSTANT - EARLIEST_INSTANT`. */
const INSTANT_DIGITS = 15;
/** Sorts after every digit, so that entries without an instant come last. */
const NO_INSTANT = 'z';

/** Sorts after every list key: the exclusive upper end of a bounded range. */
export const LIST_KEY_END = '{';
/** Sorts before every list key: the exclusive lower end of the first page. */
export const LIST_KEY_START = '';

/** @param instant epoch milliseconds, or null when the entity has none. */
export function newestFirst(instant: number | null, id: string): string {
  if (instant === null) return `${NO_INSTANT}:${id}`;
  const bounded = Math.min(Math.max(instant, EARLIEST_INSTANT), LATEST_INSTANT);
  return `${String(LATEST_INSTANT - bounded).padStart(INSTANT_DIGITS, '0')}:${id}`;
}
