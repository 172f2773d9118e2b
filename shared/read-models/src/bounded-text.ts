import { MAX_ID_LENGTH, MAX_LINE_LENGTH } from '@fundlens/contracts/definition/limits';

/**
 * Bounds for what a list entry shows of texts that have no small limit of their own. They count bytes of JSON, so that
 * the sum of the bounds is the bound of the body, whatever characters a text is made of.
 */

/** The longest spelling of one UTF-16 unit in JSON: a control character as six ASCII characters. */
const MAX_BYTES_PER_UNIT = 6;
const QUOTES_BYTES = 2;
const ELLIPSIS = '…';

/** `text`, or as much of its beginning as fits `maxBytes` of JSON, marked by an ellipsis. Never splits a character. */
export function fitText(text: string | null, maxBytes: number): string | null {
  if (text === null || text.length * MAX_BYTES_PER_UNIT + QUOTES_BYTES <= maxBytes) return text;
  if (jsonLength(text) <= maxBytes) return text;
  let room = maxBytes - jsonLength(ELLIPSIS);
  let end = 0;
  for (const character of text) {
    room -= jsonLength(character) - QUOTES_BYTES;
    if (room < 0) break;
    end += character.length;
  }
  return text.slice(0, end) + ELLIPSIS;
}

/** The first items that together fit `maxBytes` of JSON. Items are kept or left out whole: half a tag is another tag. */
export function fitItems<Item extends string | { readonly [name: string]: string | number | null }>(
  items: readonly Item[],
  maxBytes: number,
): Item[] {
  if (jsonLength(items) <= maxBytes) return [...items];
  const kept: Item[] = [];
  let room = maxBytes;
  for (const item of items) {
    room -= jsonLength(item) + 1;
    if (room < 0) break;
    kept.push(item);
  }
  return kept;
}

function jsonLength(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The bounds of one text or list of a list entry, by what the contract allows of it. Their sum is below that of the entry. */
export const MAX_LINE_BYTES = 1_000;
const MAX_PROSE_BYTES = 2_000;
export const MAX_LIST_BYTES = 4_000;

/** How much of a text that may have so many characters a list entry shows; null: all of it. */
export function entryBytes(maxLength: number): number | null {
  if (maxLength <= MAX_ID_LENGTH) return null;
  return maxLength <= MAX_LINE_LENGTH ? MAX_LINE_BYTES : MAX_PROSE_BYTES;
}
