import { ASCII_DIGIT_ZERO, digitValue } from './characters.ts';
import { type DecodedText, decodeBytes } from './decoded-text.ts';
import type { Edit } from './edits.ts';

/** How an encoding writes bytes in place of those `from`…`to`: as many, so that everything after them stays as it is. */
export type OverwriteBytes = (
  from: number,
  to: number,
  bytes: Uint8Array,
) => Pick<Edit, 'start' | 'end' | 'replacement'>;

/** Seven digits are left of nine when two leading zeros are lost. */
export const SHORTEST_NUMBER = 7;

/** As many bytes of well-formed text in a row are no chance: words read as base64 give three or four. */
export const LEAST_STRETCH = 12;

/**
 * Whether bytes may hold a number: its digits in ASCII, or text. Nearly all that is read as bytes are words, digests and
 * identifiers, of which the bytes are noise.
 */
export function mayHoldNumber(bytes: Uint8Array, length: number): boolean {
  let digits = 0;
  let stretch = 0;
  let pages = 0;
  for (let i = 0; i < length; ) {
    const byte = bytes[i] as number;
    if (byte >= 0x30 && byte <= 0x39 && ++digits >= SHORTEST_NUMBER) return true;
    const size = textSize(bytes, i, length);
    stretch = size === 0 ? 0 : stretch + size;
    if (stretch >= LEAST_STRETCH) return true;
    const next = i + (size === 0 ? 1 : size);
    while (i < next) pages += IS_DIGIT_PAGE[bytes[i++] as number] as number;
  }
  return pages >= LEAST_UTF16_DIGITS && bestUtf16(bytes, length) !== null;
}

/** The texts that bytes spell: UTF-16 where they hold its digits, else (or besides) UTF-8 as far as it goes. */
export function textsOfBytes(bytes: Uint8Array, overwrite: OverwriteBytes): readonly DecodedText[] {
  const utf16 = bestUtf16(bytes, bytes.length);
  const texts: DecodedText[] = [];
  if (utf16 !== null) texts.push(utf16Text(bytes, utf16, overwrite));
  const utf8 = utf8Text(bytes, overwrite);
  const isText = utf8.stretches === undefined || utf8.stretches.length > 0;
  if (utf16 === null || isText || countAsciiDigits(bytes) > utf16.asciiDigits) texts.push(utf8);
  return texts;
}

function utf8Text(bytes: Uint8Array, overwrite: OverwriteBytes): DecodedText {
  const { text, origins } = decodeBytes(bytes);
  const stretches: [number, number][] = [];
  let isNoise = false;
  let from = 0;
  let i = 0;
  while (i < bytes.length) {
    const size = textSize(bytes, i, bytes.length);
    if (size > 0) {
      i += size;
      continue;
    }
    isNoise = true;
    if (i - from >= LEAST_STRETCH) stretches.push([from, i]);
    from = ++i;
  }
  if (isNoise && i - from >= LEAST_STRETCH) stretches.push([from, i]);
  const toOuter = (edit: Edit): Edit => {
    const start = origins[edit.start] as number;
    const end = origins[edit.end] as number;
    return { ...edit, ...overwrite(start, end, fill(edit.replacement, end - start)) };
  };
  return isNoise ? { text, toOuter, stretches: inCharacters(stretches, origins, text.length) } : { text, toOuter };
}

/** Turns positions of bytes into those of characters; both ascend. */
function inCharacters(
  stretches: readonly (readonly [number, number])[],
  origins: Int32Array,
  length: number,
): readonly (readonly [number, number])[] {
  let character = 0;
  const characterAt = (byte: number): number => {
    while (character < length && (origins[character] as number) < byte) character++;
    return character;
  };
  return stretches.map(([from, to]) => [characterAt(from), characterAt(to)]);
}

/** The replacement if it fits, else asterisks, within quotes if the replacement has them: of a JSON number too short for both, a zero. */
function fill(replacement: string, length: number): Uint8Array {
  if (replacement.length === length) return Buffer.from(replacement, 'latin1');
  const bytes = new Uint8Array(length).fill(ASTERISK);
  if (!replacement.startsWith('"') || length === 0) return bytes;
  if (length === 1) bytes[0] = ASCII_DIGIT_ZERO;
  else {
    bytes[0] = QUOTE;
    bytes[length - 1] = QUOTE;
  }
  return bytes;
}

const ASTERISK = 0x2a;
const QUOTE = 0x22;

/** Size of the character of a text that begins here; 0 for control characters and what is not UTF-8. */
function textSize(bytes: Uint8Array, at: number, length: number): number {
  const byte = bytes[at] as number;
  if (byte < 0x80) return byte >= 0x20 ? (byte === 0x7f ? 0 : 1) : byte >= 0x09 && byte <= 0x0d ? 1 : 0;
  const size = byte >= 0xf5 || byte < 0xc2 ? 0 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
  if (at + size > length) return 0;
  for (let k = 1; k < size; k++) if (((bytes[at + k] as number) & 0xc0) !== 0x80) return 0;
  return size;
}

function countAsciiDigits(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte >= 0x30 && byte <= 0x39) count++;
  return count;
}

/** UTF-16 in bytes: from which byte on, in which order, and how many ASCII digits it has. */
type Utf16 = { readonly first: 0 | 1; readonly isLittleEndian: boolean; readonly asciiDigits: number };

/** A digit weighs as much as four other characters between digits; five close together are no chance. */
const DIGIT_WEIGHT = 4;
const LEAST_WEIGHT = 20;
/** So many digits a number has at least in every encoding. */
export const LEAST_UTF16_DIGITS = LEAST_WEIGHT / DIGIT_WEIGHT;

/**
 * The reading as UTF-16 with the most digits, or null. Digits of any script count, so the reading that is off by one
 * byte may have some too, but always fewer.
 */
function bestUtf16(bytes: Uint8Array, length: number): Utf16 | null {
  let best: Utf16 | null = null;
  let most = 0;
  for (const first of [0, 1] as const) {
    for (const isLittleEndian of [true, false]) {
      const high = isLittleEndian ? 1 : 0;
      let weight = 0;
      let isText = false;
      let digits = 0;
      let asciiDigits = 0;
      for (let i = first; i + 1 < length; i += 2) {
        const highByte = bytes[i + high] as number;
        if (IS_DIGIT_PAGE[highByte] === 1 && isDigitUnit(bytes, i, high)) {
          digits++;
          if (highByte === 0) asciiDigits++;
          weight += DIGIT_WEIGHT;
          if (weight >= LEAST_WEIGHT) isText = true;
        } else if (weight > 0) weight--;
      }
      if (!isText || digits <= most) continue;
      most = digits;
      best = { first, isLittleEndian, asciiDigits };
    }
  }
  return best;
}

/** High bytes of units that may be digits; of those outside the basic plane the second halves. */
const IS_DIGIT_PAGE = digitPages();

function digitPages(): Uint8Array {
  const pages = new Uint8Array(0x100);
  for (let unit = 0; unit < 0x10000; unit++) if (digitValue(unit) >= 0) pages[unit >> 8] = 1;
  for (let page = 0xdc; page < 0xe0; page++) pages[page] = 1;
  return pages;
}

/** Whether the two bytes are a digit, or the second half of one. */
function isDigitUnit(bytes: Uint8Array, at: number, high: number): boolean {
  const unitAt = (from: number): number => ((bytes[from + high] as number) << 8) | (bytes[from + 1 - high] as number);
  const unit = unitAt(at);
  if (unit < 0xdc00 || unit > 0xdfff) return digitValue(unit) >= 0;
  const before = at >= 2 ? unitAt(at - 2) : 0;
  if (before < 0xd800 || before > 0xdbff) return false;
  return digitValue(0x10000 + ((before - 0xd800) << 10) + (unit - 0xdc00)) >= 0;
}

function utf16Text(bytes: Uint8Array, { first, isLittleEndian }: Utf16, overwrite: OverwriteBytes): DecodedText {
  const length = (bytes.length - first) >> 1;
  const units = Buffer.from(bytes.subarray(first, first + length * 2));
  const text = (isLittleEndian ? units : units.swap16()).toString('utf16le');
  const stretches: [number, number][] = [];
  let isNoise = false;
  let from = 0;
  for (const match of text.matchAll(NOISE)) {
    isNoise = true;
    if (match.index - from >= SHORTEST_NUMBER) stretches.push([from, match.index]);
    from = match.index + match[0].length;
  }
  if (isNoise && length - from >= SHORTEST_NUMBER) stretches.push([from, length]);
  const toOuter = (edit: Edit): Edit => {
    const plain = fill(edit.replacement, edit.end - edit.start);
    const written = new Uint8Array(plain.length * 2);
    plain.forEach((byte, i) => {
      written[i * 2 + (isLittleEndian ? 0 : 1)] = byte;
    });
    return { ...edit, ...overwrite(first + edit.start * 2, first + edit.end * 2, written) };
  };
  return isNoise ? { text, toOuter, stretches } : { text, toOuter };
}

/** Control characters that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells binary data from text.
const NOISE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]|\p{Cs}|\ufffe|\uffff/gu;
