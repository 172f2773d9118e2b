import { MAX_INSTANT_MS } from '@fundlens/contracts/definition/limits';

/**
 * List keys: one string per listed document that sorts ascending in the order the API promises, newest first, then id,
 * with entries that have no instant last. A page is then one bounded range of one index, on every server alike, and a
 * cursor is one string. A document that is not listed has no list key.
 */

/** Digits of the longest time before the last instant of the contract. */
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
  return `${String(MAX_INSTANT_MS - instant).padStart(INSTANT_DIGITS, '0')}:${id}`;
}
