import { type DecodedText, decodeBytes } from './decoded-text.ts';
import type { Edit } from './edits.ts';
import { SHORTEST_BASE64, SHORTEST_UNICODE_BASE64 } from './marks.ts';

/**
 * How the base64 of a digit before any ASCII character begins at the start of a group of three bytes, or the base64 of
 * such base64. Nine digits have at least one group that begins with a digit.
 */
const DIGIT_GROUP = /[MNO][A-HQ-Xg-nw-z0-3]|T[0-3T-Xj-nz]/;

const NOT_A_DIGIT = /[^0-9=]/;

/** Whether a part of a text has a run that may be base64 of a number. */
export function hasBase64Run(text: string, from = 0, to = text.length): boolean {
  let start = from;
  for (let i = from; i <= to; i++) {
    const code = i < to ? text.charCodeAt(i) : 0;
    if (code < 0x80 && IN_BASE64[code] === 1) continue;
    if (i - start >= SHORTEST_BASE64 && isBase64(text.slice(start, i))) return true;
    start = i + 1;
  }
  return false;
}

/** Character by character: a regular expression runs out of stack on a run of megabytes. */
function* base64Runs(text: string): Generator<{ readonly run: string; readonly index: number }> {
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 0;
    if (code < 0x80 && IN_BASE64[code] === 1) continue;
    if (i - start >= SHORTEST_BASE64) yield { run: text.slice(start, i), index: start };
    start = i + 1;
  }
}

function isBase64(run: string): boolean {
  if (!isBase64Candidate(run)) return false;
  for (let skipped = 0; skipped < 4; skipped++) if (maySpellNumber(run, skipped)) return true;
  return false;
}

function isBase64Candidate(run: string): boolean {
  // Digits read as base64 give at most every third byte a digit, and letters between.
  if (!NOT_A_DIGIT.test(run)) return false;
  return run.length >= SHORTEST_UNICODE_BASE64 || DIGIT_GROUP.test(run);
}

/**
 * The texts that base64 runs (both alphabets) in a text may spell. A run may begin before the encoded text does (in a
 * path, after a dash), so all four alignments are read.
 */
export function* decodeBase64Runs(text: string): Generator<DecodedText> {
  for (const { run: whole, index } of base64Runs(text)) {
    if (!isBase64Candidate(whole)) continue;
    for (let skipped = 0; skipped < 4; skipped++) {
      if (!maySpellNumber(whole, skipped)) continue;
      const start = index + skipped;
      const run = whole.slice(skipped);
      const urlSafe = /[-_]/.test(run);
      const bytes = base64Bytes(run);
      yield decodedFrom(bytes, (edit, replacement) => {
        // The number's bytes are overwritten in place, so that the groups after them stay as they are.
        const from = Math.floor(edit.start / 3);
        const to = Math.ceil(edit.end / 3);
        const group = bytes.slice(from * 3, to * 3);
        for (let i = edit.start; i < edit.end; i++) {
          const quoted = replacement.startsWith('"') && (i === edit.start || i === edit.end - 1);
          group[i - from * 3] = quoted ? 0x22 : 0x2a;
        }
        const end = Math.min(to * 4, run.length);
        return {
          ...edit,
          start: start + from * 4,
          end: start + end,
          replacement: base64Text(group, urlSafe, end - from * 4),
        };
      });
    }
  }
}

/** Pairs of hex digits that spell ASCII digits and their separators, with or without signs between the pairs. */
const HEX_RUN =
  /(?:(?:0x|\\x|[%=$]|#x|[uU]\+00|00[\s:,._|;-]{0,2})?(?:3[0-9]|2[0dDeEfF]|5[fF])[\s:,._|;-]{0,2}){8,}(?:0x|\\x|[%=$]|#x|[uU]\+00|00[\s:,._|;-]{0,2})?3[0-9]/g;

const HEX_SEPARATOR = /[\s:,._|;-]/;
const LOWER_X = 0x78;

function isHexDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

/** Of a hex digit in ASCII: letters have their low bits from 1 on. */
function hexValue(code: number): number {
  return code <= 0x39 ? code - 0x30 : (code & 7) + 9;
}

/** Whether a text has a run of hex codes of digits. */
export function hasHexRun(text: string): boolean {
  return text.search(HEX_RUN) >= 0;
}

/** The texts that runs of hex codes of digits in a text spell. */
export function* decodeHexRuns(text: string): Generator<DecodedText> {
  for (const match of text.matchAll(HEX_RUN)) {
    const run = match[0];
    const positions = new Int32Array(run.length + 1);
    const codes = new Uint8Array(run.length);
    let count = 0;
    for (let i = 0; i < run.length; ) {
      positions[count] = match.index + i;
      while (!isHexDigit(run.charCodeAt(i)) || run.charCodeAt(i + 1) === LOWER_X) i++;
      codes[count++] = (hexValue(run.charCodeAt(i)) << 4) | hexValue(run.charCodeAt(i + 1));
      i += 2;
      while (i < run.length && HEX_SEPARATOR.test(run.charAt(i))) i++;
    }
    positions[count] = match.index + run.length;
    yield decodedFrom(codes.subarray(0, count), (edit, replacement) => ({
      ...edit,
      start: positions[edit.start] as number,
      end: positions[edit.end] as number,
      replacement: [...replacement].map((character) => character.charCodeAt(0).toString(16)).join(''),
    }));
  }
}

function decodedFrom(bytes: Uint8Array, toOuter: (edit: Edit, replacement: string) => Edit): DecodedText {
  const { text, origins } = decodeBytes(bytes);
  return {
    text,
    isNoise: NOISE.test(text),
    toOuter: (edit) => {
      const inBytes = { ...edit, start: origins[edit.start] as number, end: origins[edit.end] as number };
      return toOuter(inBytes, edit.replacement);
    },
  };
}

/**
 * Words decode to noise: only what has the digits of a number, or is UTF-8 text throughout, is worth reading. Works on
 * the run itself, from an alignment on, because nearly all runs are words.
 */
function maySpellNumber(run: string, from: number): boolean {
  let bits = 0;
  let count = 0;
  let digits = 0;
  let isText = true;
  let continuation = 0;
  for (let i = from; i < run.length; i++) {
    const code = run.charCodeAt(i);
    if (code === EQUALS) break;
    bits = ((bits << 6) | (BASE64_VALUES[code] as number)) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    const byte = (bits >> count) & 0xff;
    if (byte >= 0x30 && byte <= 0x39) digits++;
    if (!isText) {
      if (digits + run.length - i < SHORTEST_NUMBER) return false;
    } else if (continuation > 0) {
      continuation--;
      isText = byte >= 0x80 && byte < 0xc0;
    } else if (byte >= 0x80) {
      isText = byte >= 0xc2 && byte < 0xf5;
      continuation = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    } else isText = (byte >= 0x20 && byte !== 0x7f) || (byte >= 0x09 && byte <= 0x0d);
  }
  return isText || digits >= SHORTEST_NUMBER;
}

/** Seven digits are left of nine when two leading zeros are lost. */
const SHORTEST_NUMBER = 7;
const EQUALS = 0x3d;

/** Control characters that no text has: an image, a compressed file, or a word read as base64. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells binary data from text.
const NOISE = /[\u0000-\u0008\u000e-\u001f\u007f]/;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const URL_ALPHABET = `${ALPHABET.slice(0, 62)}-_`;
const BASE64_VALUES = base64Values();
/** 1 for the characters of both alphabets. */
const IN_BASE64 = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

function base64Values(): Uint8Array {
  const values = new Uint8Array(0x80);
  for (let i = 0; i < 64; i++) {
    values[ALPHABET.charCodeAt(i)] = i;
    values[URL_ALPHABET.charCodeAt(i)] = i;
  }
  return values;
}

function base64Bytes(run: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((run.length * 3) / 4));
  let bits = 0;
  let count = 0;
  let length = 0;
  for (let i = 0; i < run.length; i++) {
    bits = ((bits << 6) | (BASE64_VALUES[run.charCodeAt(i)] as number)) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes[length++] = (bits >> count) & 0xff;
    }
  }
  return bytes;
}

function base64Text(bytes: Uint8Array, urlSafe: boolean, length: number): string {
  const alphabet = urlSafe ? URL_ALPHABET : ALPHABET;
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] as number) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let shift = 18; shift >= 0; shift -= 6) text += alphabet.charAt((group >> shift) & 63);
  }
  return text.slice(0, length);
}
