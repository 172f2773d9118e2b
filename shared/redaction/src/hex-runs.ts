import { LEAST_UTF16_DIGITS, mayHoldNumber, type OverwriteBytes, SHORTEST_NUMBER, textsOfBytes } from './byte-texts.ts';
import { type CodeRun, overwritten, runOf } from './code-runs.ts';
import { type DecodedText, inPart } from './decoded-text.ts';
import type { Span } from './digit-runs.ts';
import { gunzippedText, isGzip } from './gzip-texts.ts';
import { LONGEST_WHOLE } from './text-spans.ts';

/** Signs between pairs of hex digits, and before and after them: `0x36, 0x36`, `\x36`, `%36`, `U+0036`, `36h`. */
const JOINT = /(?:\\{1,8}[nrt]|0[xX](?=[0-9a-fA-F])|[\s:,._|;\-\\%=$#&xXuUhH+"'(){}[\]/]){1,24}/y;
const IS_JOINT_START = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[\s:,._|;\-\\%=$#&xXuU+hH"'(){}[\]/]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const LETTERS = new Int8Array(0x80).fill(-1);
for (let value = 0; value < 16; value++) {
  LETTERS[value.toString(16).charCodeAt(0)] = value;
  LETTERS[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}
const ZERO = 0x30;
const LOWER_X = 0x78;

/** Whether a part of a text has a run of hex codes that may spell a number. */
export function hasHexRun(text: string, from = 0, to = text.length): boolean {
  if (!mayHaveRun(text, from, to)) return false;
  for (const { spans } of hexRuns(text, from, to)) {
    for (const skipped of [0, 1]) {
      const length = decodeToScratch(text, spans, skipped);
      if (mayHoldNumber(scratch, length) || isGzip(scratch, length)) return true;
    }
  }
  return false;
}

/**
 * A cheap look, never wrong when it says no: enough hex digits with nothing between but signs and prefixes, and more of
 * them above 1 than a payment pattern has, because every digit's code in every script has one.
 */
function mayHaveRun(text: string, from: number, to: number): boolean {
  let letters = 0;
  let above = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    const value = code < 0x80 ? (LETTERS[code] as number) : -1;
    if (value >= 0) {
      letters++;
      if (value > 1) above++;
      if (letters >= SHORTEST_NUMBER * 2 && above >= LEAST_UTF16_DIGITS) return true;
    } else if ((code >= 0x80 || IS_JOINT_START[code] !== 1) && !isEscapedBreak(text, i)) {
      letters = 0;
      above = 0;
    }
  }
  return false;
}

function isEscapedBreak(text: string, at: number): boolean {
  return at > 0 && text.charAt(at - 1) === '\\' && /[nrt]/.test(text.charAt(at));
}

const SHORTEST_RUN = SHORTEST_NUMBER * 2;

/** The parts of a long text that are hex digits and signs between them, and long enough. */
function partsWithHex(text: string): readonly Span[] {
  const parts: Span[] = [];
  for (let at = SHORTEST_RUN - 1; at < text.length; at += SHORTEST_RUN) {
    if (!isOfRun(text, at)) continue;
    let [start, end] = [at, at + 1];
    while (start > 0 && isOfRun(text, start - 1)) start--;
    while (end < text.length && isOfRun(text, end)) end++;
    if (mayHaveRun(text, start, end)) parts.push([start, end]);
    if (end > at) at = end - 1;
  }
  return parts;
}

function isOfRun(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code >= 0x80) return false;
  return (LETTERS[code] as number) >= 0 || IS_JOINT_START[code] === 1 || isEscapedBreak(text, at);
}

/** The texts that hex codes in a text may spell. */
export function decodeHexRuns(text: string): readonly DecodedText[] {
  if (text.length <= LONGEST_WHOLE) return [...decodeRuns(text)];
  return partsWithHex(text).flatMap((span) => [...decodeRuns(text.slice(...span))].map(inPart(text, span)));
}

/**
 * The texts that runs of hex codes in a text spell. A run may begin with a letter that is no part of it, so it is read
 * from its second digit too.
 */
function* decodeRuns(text: string): Generator<DecodedText> {
  if (!mayHaveRun(text, 0, text.length)) return;
  for (const { spans, letters } of hexRuns(text, 0, text.length)) {
    for (const skipped of [0, 1]) {
      const length = decodeToScratch(text, spans, skipped);
      const run = runOf(text, spans, letters);
      const unzipped = gunzippedText(scratch, length, run);
      if (unzipped !== null) yield unzipped;
      if (mayHoldNumber(scratch, length)) yield* textsOfBytes(scratch.slice(0, length), inHex(text, run, skipped));
    }
  }
}

/** Where the pieces of a run begin and end, and how many digits they have; used again by the next run. */
type HexRun = { readonly spans: readonly number[]; readonly letters: number };

/** Digits in pairs that touch, or pairs with signs between. A piece of odd length begins a run only. */
function* hexRuns(text: string, from: number, to: number): Generator<HexRun> {
  const spans: number[] = [];
  let letters = 0;
  let start = from;
  for (let i = from; i <= to; i++) {
    const code = i < to ? text.charCodeAt(i) : 0;
    if (code < 0x80 && (LETTERS[code] as number) >= 0) continue;
    const isPrefix = i - start === 1 && text.charCodeAt(start) === ZERO && (code | 0x20) === LOWER_X;
    if (i > start && !isPrefix) {
      if (spans.length > 0 && (i - start) % 2 === 1) {
        if (letters >= SHORTEST_NUMBER * 2) yield { spans, letters };
        spans.length = 0;
        letters = 0;
      }
      spans.push(start, i);
      letters += i - start;
    }
    const joint = spans.length > 0 && i < to && code < 0x80 && IS_JOINT_START[code] === 1 ? jointEnd(text, i, to) : -1;
    if (joint < 0) {
      if (letters >= SHORTEST_NUMBER * 2) yield { spans, letters };
      spans.length = 0;
      letters = 0;
      start = i + 1;
    } else {
      start = joint;
      i = joint - 1;
    }
  }
}

function jointEnd(text: string, at: number, to: number): number {
  const next = text.charCodeAt(at + 1);
  if (at + 1 < to && next < 0x80 && (LETTERS[next] as number) >= 0) return at + 1;
  JOINT.lastIndex = at;
  return JOINT.test(text) && JOINT.lastIndex < to ? JOINT.lastIndex : -1;
}

let scratch = new Uint8Array(4096);

/** Returns the number of bytes; the buffer is used again by the next call. */
function decodeToScratch(text: string, spans: readonly number[], skipped: number): number {
  let length = 0;
  let high = -1;
  let toSkip = skipped;
  for (let i = 0; i < spans.length; i += 2) {
    const to = spans[i + 1] as number;
    for (let k = spans[i] as number; k < to; k++) {
      if (toSkip-- > 0) continue;
      const value = LETTERS[text.charCodeAt(k)] as number;
      if (high < 0) {
        high = value;
        continue;
      }
      if (length === scratch.length) grow();
      scratch[length++] = (high << 4) | value;
      high = -1;
    }
  }
  return length;
}

function grow(): void {
  const larger = new Uint8Array(scratch.length * 2);
  larger.set(scratch);
  scratch = larger;
}

function inHex(text: string, run: CodeRun, skipped: number): OverwriteBytes {
  return (from, _to, bytes) => {
    let letters = '';
    for (const byte of bytes) letters += byte.toString(16).padStart(2, '0');
    return overwritten(text, run, skipped + from * 2, letters);
  };
}
