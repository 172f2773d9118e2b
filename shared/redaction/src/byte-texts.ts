import { constants, gunzipSync, inflateRawSync } from 'node:zlib';
import { InvalidError } from '@fundlens/runtime/errors';
import { ASCII_DIGIT_ZERO, digitValue } from './characters.ts';
import type { DecodedText } from './decoded-text.ts';
import type { Edit } from './edits.ts';
import { MAX_INPUT_BYTES } from './limits.ts';

/** How an encoding writes bytes in place of those `from`…`to`: as many, so that everything after them stays as it is. */
export type OverwriteBytes = (
  from: number,
  to: number,
  bytes: Uint8Array,
) => Pick<Edit, 'start' | 'end' | 'replacement'>;

/** Seven digits are left of nine when two leading zeros are lost. */
export const SHORTEST_NUMBER = 7;

/** As many bytes of well-formed text in a row are no chance: words read as base64 give three or four. */
const LEAST_STRETCH = 12;

/**
 * Whether bytes may hold a number: its digits in ASCII, or text, or such compressed. Nearly all that is read as bytes are
 * words, digests and identifiers, of which the bytes are noise.
 */
export function mayHoldText(bytes: Uint8Array, length: number): boolean {
  let digits = 0;
  let stretch = 0;
  let pages = 0;
  for (let i = 0; i < length; ) {
    const byte = bytes[i] as number;
    if (byte >= 0x30 && byte <= 0x39 && ++digits >= SHORTEST_NUMBER) return true;
    const size = characterSize(bytes, i, length);
    stretch = isTextAt(byte, size) ? stretch + size : 0;
    if (stretch >= LEAST_STRETCH) return true;
    for (const next = i + Math.max(1, size); i < next; i++) pages += IS_DIGIT_PAGE[bytes[i] as number] as number;
  }
  return (pages >= LEAST_UTF16_DIGITS && bestUtf16(bytes, length) !== null) || gzipStart(bytes, length) >= 0;
}

/** The texts that bytes spell: UTF-16 where they hold its digits, else (or besides) UTF-8 as far as it goes. */
export function textsOfBytes(bytes: Uint8Array, overwrite: OverwriteBytes): readonly DecodedText[] {
  const utf16 = bestUtf16(bytes, bytes.length);
  const utf8 = utf8Text(bytes, overwrite);
  if (utf16 === null) return [utf8];
  const isText = utf8.stretches === undefined || utf8.stretches.length > 0;
  const asciiDigits = bytes.filter((byte) => byte >= 0x30 && byte <= 0x39).length;
  const text = utf16Text(bytes, utf16, overwrite);
  return isText || asciiDigits > utf16.asciiDigits ? [text, utf8] : [text];
}

/** UTF-8 as far as it is well-formed, else one character per byte. */
function utf8Text(bytes: Uint8Array, overwrite: OverwriteBytes): DecodedText {
  const origins = new Int32Array(bytes.length + 1);
  // No sequence has more units than bytes.
  const units = new Uint16Array(bytes.length);
  const stretches: [number, number][] = [];
  let length = 0;
  let isNoise = false;
  /** Where the stretch began, in characters and in bytes. */
  let from = 0;
  let fromByte = 0;
  for (let i = 0; i < bytes.length; ) {
    const size = characterSize(bytes, i, bytes.length);
    const codePoint = codePointAt(bytes, i, size);
    const isText = isTextAt(bytes[i] as number, size);
    if (!isText && i - fromByte >= LEAST_STRETCH) stretches.push([from, length]);
    for (const unit of codePoint > 0xffff ? surrogatesOf(codePoint) : [codePoint]) {
      origins[length] = i;
      units[length++] = unit;
    }
    i += Math.max(1, size);
    if (isText) continue;
    isNoise = true;
    from = length;
    fromByte = i;
  }
  if (bytes.length - fromByte >= LEAST_STRETCH) stretches.push([from, length]);
  origins[length] = bytes.length;
  const toOuter = (edit: Edit): Edit => {
    const start = origins[edit.start] as number;
    const end = origins[edit.end] as number;
    return { ...edit, ...overwrite(start, end, fill(edit.replacement, end - start)) };
  };
  const text = Buffer.from(units.buffer, 0, length * 2).toString('utf16le');
  return isNoise ? { text, toOuter, stretches } : { text, toOuter };
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

/** Bytes of the well-formed character that begins here; 0 where there is none. */
function characterSize(bytes: Uint8Array, at: number, length: number): number {
  const byte = bytes[at] as number;
  if (byte < 0x80) return 1;
  const size = byte >= 0xf5 || byte < 0xc2 ? 0 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
  if (at + size > length) return 0;
  for (let k = 1; k < size; k++) if (((bytes[at + k] as number) & 0xc0) !== 0x80) return 0;
  if (size < 3) return size;
  const codePoint = codePointAt(bytes, at, size);
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return isSurrogate || codePoint > 0x10ffff || codePoint < (size === 3 ? 0x800 : 0x10000) ? 0 : size;
}

function codePointAt(bytes: Uint8Array, at: number, size: number): number {
  if (size < 2) return bytes[at] as number;
  let codePoint = (bytes[at] as number) & (0xff >> (size + 1));
  for (let k = 1; k < size; k++) codePoint = (codePoint << 6) | ((bytes[at + k] as number) & 0x3f);
  return codePoint;
}

function surrogatesOf(codePoint: number): readonly number[] {
  return [0xd800 + ((codePoint - 0x10000) >> 10), 0xdc00 + (codePoint & 0x3ff)];
}

/** Whether what begins with a byte is a character, and none that controls something else than a line. */
function isTextAt(byte: number, size: number): boolean {
  return size > 0 && (byte >= 0x20 ? byte !== 0x7f : byte >= 0x09 && byte <= 0x0d);
}

/** UTF-16 in bytes: from which byte on, in which order, and how many ASCII digits it has. */
type Utf16 = { readonly first: 0 | 1; readonly isLittleEndian: boolean; readonly asciiDigits: number };

/** A digit weighs as much as four other characters between digits; five close together are no chance. */
const DIGIT_WEIGHT = 4;
const LEAST_WEIGHT = 20;
/** So many digits a number has at least in every encoding. */
const LEAST_UTF16_DIGITS = LEAST_WEIGHT / DIGIT_WEIGHT;

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

/** How a member begins: identification and the only method there is, without options (RFC 1952, 2.3). */
const GZIP_START = Buffer.from([0x1f, 0x8b, 0x08]);
const GZIP_HEADER_BYTES = 10;

/** Where gzip begins in bytes, or -1: letters of a word beside it may have been read as bytes too. */
function gzipStart(bytes: Uint8Array, length: number): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, length).indexOf(GZIP_START);
}

/**
 * The text that gzip, spelled somewhere from `start` to `end`, holds as far as it is whole; null when there is none. An
 * edit takes all of that: nothing is compressed anew.
 * @throws InvalidError `nested_too_much` when it is larger than a report may be.
 */
export function gunzippedText(bytes: Uint8Array, start: number, end: number): DecodedText | null {
  const first = gzipStart(bytes, bytes.length);
  if (first < 0) return null;
  const member = bytes.subarray(first);
  const text = inflated(member, gunzipSync) ?? inflated(member.subarray(GZIP_HEADER_BYTES), inflateRawSync) ?? '';
  return text === '' ? null : { text, toOuter: (edit) => ({ ...edit, start, end }) };
}

/** Null: bytes that begin as gzip does by chance, or the sum at its end is not its own. */
function inflated(bytes: Uint8Array, inflate: typeof gunzipSync): string | null {
  try {
    return inflate(bytes, { maxOutputLength: MAX_INPUT_BYTES, finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8');
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidError('nested_too_much', 'compressed text is too large to read');
    return null;
  }
}
