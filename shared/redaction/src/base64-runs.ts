import { LEAST_STRETCH, mayHoldNumber, type OverwriteBytes, SHORTEST_NUMBER, textsOfBytes } from './byte-texts.ts';
import { type CodeRun, codeRuns, mayJoin, overwritten } from './code-runs.ts';
import { type DecodedText, inPart } from './decoded-text.ts';
import type { Span } from './digit-runs.ts';
import { gunzippedText, isGzip } from './gzip-texts.ts';
import { SHORTEST_BASE64, SHORTEST_UNICODE_BASE64 } from './marks.ts';
import { LONGEST_WHOLE } from './text-spans.ts';

/**
 * How the base64 of a digit before any ASCII character begins at the start of a group of three bytes, or the base64 of
 * such base64. Nine digits have at least one group that begins with a digit.
 */
const DIGIT_GROUP = /[MNO][A-HQ-Xg-nw-z0-3]|T[0-3T-Xj-nz]/;

const NOT_A_DIGIT = /[^0-9]/;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const URL_ALPHABET = `${ALPHABET.slice(0, 62)}-_`;
const VALUES = base64Values();

/** Of both alphabets; -1 for other characters. */
function base64Values(): Int8Array {
  const values = new Int8Array(0x80).fill(-1);
  for (let i = 0; i < 64; i++) {
    values[ALPHABET.charCodeAt(i)] = i;
    values[URL_ALPHABET.charCodeAt(i)] = i;
  }
  return values;
}

/** Whether a part of a text has a run that may be base64 of a number. */
export function hasBase64Run(text: string, from = 0, to = text.length): boolean {
  let start = from;
  let width = 0;
  for (let i = from; i <= to; i++) {
    const code = i < to ? text.charCodeAt(i) : 0;
    if (code < 0x80 && (VALUES[code] as number) >= 0) continue;
    const length = i - start;
    if (length >= SHORTEST_BASE64 && isBase64(text.slice(start, i))) return true;
    if (length > 0 && i < to && mayJoin(text, i, length, width)) return hasBase64RunInPieces(text, from, to);
    width = length;
    start = i + 1;
  }
  return false;
}

function hasBase64RunInPieces(text: string, from: number, to: number): boolean {
  for (const { letters } of codeRuns(text, [from, to], VALUES, SHORTEST_BASE64)) if (isBase64(letters)) return true;
  return false;
}

function isBase64(letters: string): boolean {
  if (!isCandidate(letters)) return false;
  for (let skipped = 0; skipped < 4; skipped++) {
    const length = decodeToScratch(letters, skipped);
    if (mayHoldNumber(scratch, length) || isGzip(scratch, length)) return true;
  }
  return false;
}

/** The parts of a long text in which base64 of a number may stand. */
function partsWithBase64(text: string): readonly Span[] {
  const parts: Span[] = [];
  for (let at = SHORTEST_BASE64 - 1; at < text.length; at += SHORTEST_BASE64) {
    if (!isLetter(text.charCodeAt(at)) || !isInRun(text, at)) continue;
    let [start, end] = [at, at + 1];
    while (start > 0 && isOfRun(text.charCodeAt(start - 1))) start--;
    while (end < text.length && isOfRun(text.charCodeAt(end))) end++;
    parts.push([start, end]);
    at = Math.max(at, end - 1);
  }
  return parts;
}

function isLetter(code: number): boolean {
  return code < 0x80 && (VALUES[code] as number) >= 0;
}

/** Whether a letter is one of a run that may spell a number by itself, or with the next lines. */
function isInRun(text: string, at: number): boolean {
  let [start, end] = [at, at + 1];
  while (start > 0 && isLetter(text.charCodeAt(start - 1))) start--;
  while (end < text.length && isLetter(text.charCodeAt(end))) end++;
  if (end - start < SHORTEST_BASE64) return false;
  if (end - start >= SHORTEST_UNICODE_BASE64 || isBreak(text.charCodeAt(end))) return true;
  return DIGIT_GROUP.test(text.slice(start, end));
}

function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x5c;
}

/** A letter, or what may stand between the pieces of a run. */
function isOfRun(code: number): boolean {
  return code < 0x80 && IS_OF_RUN[code] === 1;
}

const IS_OF_RUN = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[A-Za-z0-9+/=_\s\\"'.,&-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** The texts that base64 in a text may spell. */
export function decodeBase64Runs(text: string): readonly DecodedText[] {
  if (text.length <= LONGEST_WHOLE) return [...decodeRuns(text)];
  return partsWithBase64(text).flatMap((span) => [...decodeRuns(text.slice(...span))].map(inPart(text, span)));
}

/**
 * The texts that base64 runs (both alphabets) in a text may spell. A run may begin before the encoded text does (in a
 * path, after a dash), so all four alignments are read.
 */
function* decodeRuns(text: string): Generator<DecodedText> {
  if (!hasBase64Run(text)) return;
  for (const run of codeRuns(text, [0, text.length], VALUES, SHORTEST_BASE64)) {
    if (!isCandidate(run.letters)) continue;
    for (let skipped = 0; skipped < 4; skipped++) {
      const length = decodeToScratch(run.letters, skipped);
      const unzipped = gunzippedText(scratch, length, run);
      if (unzipped !== null) yield unzipped;
      if (!mayHoldNumber(scratch, length)) continue;
      const bytes = scratch.slice(0, length);
      yield* textsOfBytes(bytes, inBase64(text, run, skipped, bytes));
    }
  }
}

/** A cheap look, because nearly all runs are words, rulers and identifiers. Never wrong when it says no. */
export function isCandidate(letters: string): boolean {
  if (!hasThreeLetters(letters)) return false;
  if (letters.length < SHORTEST_BASE64_OF_TEXT && !mayHaveDigits(letters)) return false;
  // Digits read as base64 give at most every third byte a digit, and letters between.
  if (!NOT_A_DIGIT.test(letters)) return false;
  return letters.length >= SHORTEST_UNICODE_BASE64 || DIGIT_GROUP.test(letters);
}

/** Two letters (a ruler, a payment pattern, a mask) spell no two digits that differ; one digit repeated is no number. */
function hasThreeLetters(letters: string): boolean {
  const first = letters.charCodeAt(0);
  let second = first;
  for (let i = 1; i < letters.length; i++) {
    const code = letters.charCodeAt(i);
    if (code === first || code === second) continue;
    if (second !== first) return true;
    second = code;
  }
  return false;
}

/** Whether so many letters can be part of an ASCII digit that there may be a number of them. */
function mayHaveDigits(letters: string): boolean {
  let count = 0;
  for (let i = 0; i < letters.length; i++) count += IN_DIGIT[letters.charCodeAt(i)] as number;
  return count >= SHORTEST_NUMBER;
}

/** 1 for the letters that have the four bits of all ASCII digits, wherever in a group of three bytes the digit stands. */
const IN_DIGIT = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const value = VALUES[code] as number;
  return value >= 0 && (value >> 2 === 3 || (value & 15) === 3 || value >> 4 === 3) ? 1 : 0;
});

/** Letters of the shortest text that is taken for one by its characters, not its digits. */
const SHORTEST_BASE64_OF_TEXT = Math.ceil((LEAST_STRETCH * 4) / 3);

let scratch = new Uint8Array(4096);

/** Returns the number of bytes; the buffer is used again by the next call. */
function decodeToScratch(letters: string, from: number): number {
  const length = Math.floor(((letters.length - from) * 3) / 4);
  if (length > scratch.length) scratch = new Uint8Array(length * 2);
  let bits = 0;
  let count = 0;
  let written = 0;
  for (let i = from; i < letters.length; i++) {
    bits = ((bits << 6) | (VALUES[letters.charCodeAt(i)] as number)) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    scratch[written++] = (bits >> count) & 0xff;
  }
  return length;
}

/** Whole groups of three bytes are written, so that the groups after them stay as they are. */
function inBase64(text: string, run: CodeRun, skipped: number, bytes: Uint8Array): OverwriteBytes {
  const alphabet = /[-_]/.test(run.letters) ? URL_ALPHABET : ALPHABET;
  return (start, end, written) => {
    const from = Math.floor(start / 3);
    const to = Math.ceil(end / 3);
    const groups = bytes.slice(from * 3, to * 3);
    groups.set(written, start - from * 3);
    let letters = '';
    for (let i = 0; i < groups.length; i += 3) {
      const group = ((groups[i] as number) << 16) | ((groups[i + 1] ?? 0) << 8) | (groups[i + 2] ?? 0);
      for (let shift = 18; shift >= 0; shift -= 6) letters += alphabet.charAt((group >> shift) & 63);
    }
    return overwritten(text, run, skipped + from * 4, letters.slice(0, run.letters.length - skipped - from * 4));
  };
}
