import { lastAtMost } from './ascending-numbers.ts';
import { gunzippedText, mayHoldText, type OverwriteBytes, SHORTEST_NUMBER, textsOfBytes } from './byte-texts.ts';
import { SHORTEST_BASE64, SHORTEST_UNICODE_BASE64 } from './character-classes.ts';
import type { DecodedText } from './decoded-text.ts';
import type { Edit } from './edits.ts';
import { documentPiece } from './encoded-documents.ts';
import { LONGEST_WHOLE } from './text-spans.ts';

/** How letters spell bytes. */
type Code = {
  readonly encoding: 'base64' | 'hex';
  /** 1 for the letters. */
  readonly letters: Uint8Array;
  /** Letters of the shortest run that may spell a number. */
  readonly shortest: number;
  /** So many letters spell a group of so many bytes. */
  readonly group: readonly [letters: number, bytes: number];
  /** Pieces of a run, after the first, have a multiple of so many letters. */
  readonly unit: number;
  /** 1 for all that a run has: letters, and what may stand between them. */
  readonly signs: Uint8Array;
  /** Where the run goes on behind what stands between two pieces, or -1. `width`: of the pieces, 0 if they differ. */
  readonly jointEnd: (text: string, at: number, to: number, width: number) => number;
  /** A cheap look at the letters of a run. Never wrong when it says no. */
  readonly isCandidate: (letters: string) => boolean;
};

/** Letters of an encoding that belong together, and where their pieces begin and end, in turn. */
type CodeRun = { readonly code: Code; readonly letters: string; readonly spans: readonly number[] };

/** Both alphabets. */
const BASE64: Code = {
  encoding: 'base64',
  letters: lettersOf(/[A-Za-z0-9+/_-]/),
  shortest: SHORTEST_BASE64,
  group: [4, 3],
  unit: 1,
  signs: lettersOf(/[A-Za-z0-9+/_\s\\"'.,&-]/),
  jointEnd: base64JointEnd,
  isCandidate: isBase64Candidate,
};

const HEX: Code = {
  encoding: 'hex',
  letters: lettersOf(/[0-9a-fA-F]/),
  shortest: SHORTEST_NUMBER * 2,
  group: [2, 1],
  unit: 2,
  // `\n` may be a line break.
  signs: lettersOf(/[0-9a-fA-F\s:,._|;\-\\%=$#&xXuU+hH"'(){}[\]/nrt]/),
  jointEnd: hexJointEnd,
  isCandidate: () => true,
};

function lettersOf(expression: RegExp): Uint8Array {
  return Uint8Array.from({ length: 0x80 }, (_, code) => (expression.test(String.fromCharCode(code)) ? 1 : 0));
}

/** Whether a part of a text has a run that may be base64 of a number. */
export function hasBase64Run(text: string, from = 0, to = text.length): boolean {
  return mayHaveBase64(text, [from, to]) && hasRun(text, [from, to], BASE64);
}

/** A cheap look, because most strings are a few words: a run that is long enough, or one that may go on. */
function mayHaveBase64(text: string, [from, to]: readonly [number, number]): boolean {
  let start = from;
  let width = 0;
  for (let i = from; i <= to; i++) {
    const unit = i < to ? text.charCodeAt(i) : 0;
    if (unit < 0x80 && BASE64.letters[unit] === 1) continue;
    const length = i - start;
    if (length >= SHORTEST_BASE64 && isBase64Candidate(text.slice(start, i))) return true;
    if (length > 0 && i < to && unit < 0x80 && BASE64_JOINT_START[unit] === 1) {
      const isSpace = unit === 0x20 && !isBreak(text.charCodeAt(i + 1));
      if (!isSpace || (length === width && width % SHORTEST_PIECE === 0)) return true;
    }
    width = length;
    start = i + 1;
  }
  return false;
}

/** Whether a part of a text has a run of hex codes that may spell a number. */
export function hasHexRun(text: string, from = 0, to = text.length): boolean {
  return hasRun(text, [from, to], HEX);
}

export function decodeBase64Runs(text: string): readonly DecodedText[] {
  const parts = text.length <= LONGEST_WHOLE ? [[0, text.length] as const] : partsWithBase64(text);
  return parts.flatMap((part) => [...decodeRuns(text, part, BASE64)]);
}

/** The parts of a long text in which base64 of a number may stand: a run lies under one of so many letters. */
function partsWithBase64(text: string): readonly (readonly [number, number])[] {
  const parts: [number, number][] = [];
  const is = (table: Uint8Array, at: number): boolean => table[text.charCodeAt(at)] === 1;
  for (let at = SHORTEST_BASE64 - 1; at < text.length; at += SHORTEST_BASE64) {
    if (!is(BASE64.letters, at)) continue;
    let [start, end] = [at, at + 1];
    while (start > 0 && is(BASE64.letters, start - 1)) start--;
    while (end < text.length && is(BASE64.letters, end)) end++;
    if (end - start < SHORTEST_BASE64) continue;
    const isLong = end - start >= SHORTEST_UNICODE_BASE64 || endsLine(text, end);
    if (!isLong && !DIGIT_GROUP.test(text.slice(start, end))) continue;
    while (start > 0 && is(BASE64.signs, start - 1)) start--;
    while (end < text.length && is(BASE64.signs, end)) end++;
    parts.push([start, end]);
    at = Math.max(at, end - 1);
  }
  return parts;
}

function endsLine(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit !== 0x20 && isBreak(unit);
}

export function decodeHexRuns(text: string): readonly DecodedText[] {
  return [...decodeRuns(text, [0, text.length], HEX)];
}

function hasRun(text: string, part: readonly [number, number], code: Code): boolean {
  for (const { letters, spans } of codeRuns(text, part, code)) {
    if (code === BASE64 && documentPiece(letters, spans) >= 0) return true;
    for (let skipped = 0; skipped < code.group[0]; skipped++) {
      // Before the buffer is named: decoding may put a larger one in its place.
      const length = decodeToScratch(letters, skipped, code);
      if (mayHoldText(scratch, length)) return true;
    }
  }
  return false;
}

/** A run may begin with letters that are no part of it (a path, a dash), so all alignments are read. A document is not. */
function* decodeRuns(text: string, part: readonly [number, number], code: Code): Generator<DecodedText> {
  for (const whole of codeRuns(text, part, code)) {
    const piece = code === BASE64 ? documentPiece(whole.letters, whole.spans) : -1;
    if (piece >= 0) yield unreadable(whole.spans[piece * 2] as number, whole.spans.at(-1) as number);
    const run = piece < 0 ? whole : runOf(text, whole.spans, piece * 2, code);
    if (run === null) continue;
    for (let skipped = 0; skipped < code.group[0]; skipped++) {
      const length = decodeToScratch(run.letters, skipped, code);
      if (!mayHoldText(scratch, length)) continue;
      const bytes = Uint8Array.from(scratch.subarray(0, length));
      const unzipped = gunzippedText(bytes, run.spans[0] as number, run.spans.at(-1) as number);
      if (unzipped !== null) yield unzipped;
      yield* textsOfBytes(bytes, overwriting(text, run, skipped, bytes));
    }
  }
}

/** What was decoded last: most runs are words, and their bytes noise. */
let scratch = Buffer.alloc(4096);

/** Returns the number of bytes; the buffer is used again by the next call. */
function decodeToScratch(letters: string, skipped: number, { encoding }: Code): number {
  if (letters.length > scratch.length) scratch = Buffer.alloc(letters.length * 2);
  return scratch.write(skipped === 0 ? letters : letters.slice(skipped), encoding);
}

/**
 * The runs in a part of a text that may spell a number. Character by character: a regular expression runs out of stack
 * on a run of megabytes.
 */
function* codeRuns(text: string, [from, to]: readonly [number, number], code: Code): Generator<CodeRun> {
  /** Of the run so far; `size` of them are in use. */
  const spans: number[] = [];
  let size = 0;
  let count = 0;
  let start = nextRun(text, from, to, code);
  for (let i = start; i <= to; i++) {
    const unit = i < to ? text.charCodeAt(i) : 0;
    if (unit < 0x80 && code.letters[unit] === 1) continue;
    const length = i - start;
    if (size > 0 && length % code.unit !== 0) {
      const run = count < code.shortest ? null : runOf(text, spans, size, code);
      if (run !== null) yield run;
      size = 0;
      count = 0;
    }
    // `0x` is no code, but begins one.
    if (length > 0 && !(length === 1 && text.charCodeAt(start) === ZERO && (unit | 0x20) === LOWER_X)) {
      spans[size++] = start;
      spans[size++] = i;
      count += length;
    }
    const width = length > 0 && size > 0 ? (spans[1] as number) - (spans[0] as number) : -1;
    start = width < 0 || i === to ? -1 : code.jointEnd(text, i, to, width === length ? width : 0);
    if (start < 0) {
      const run = count < code.shortest ? null : runOf(text, spans, size, code);
      if (run !== null) yield run;
      size = 0;
      count = 0;
      start = nextRun(text, i + 1, to, code);
    }
    i = start - 1;
  }
}

/** Where a run may begin at the earliest: before it, no stretch is long enough that has nothing but signs of runs. */
function nextRun(text: string, from: number, to: number, { signs, shortest }: Code): number {
  for (let start = from, end = from + shortest; end <= to; end = start + shortest) {
    let at = end - 1;
    for (let unit = text.charCodeAt(at); at >= start && unit < 0x80 && signs[unit] === 1; )
      unit = text.charCodeAt(--at);
    if (at < start) return start;
    start = at + 1;
  }
  return to + 1;
}

/** Stands for a document: any edit of it takes all of it. */
function unreadable(start: number, end: number): DecodedText {
  return { text: '', toOuter: (edit) => ({ ...edit, start, end }), isDocument: true };
}

function runOf(text: string, spans: readonly number[], size: number, code: Code): CodeRun | null {
  if (size === 0) return null;
  let letters = text.slice(spans[0], spans[1]);
  for (let i = 2; i < size; i += 2) letters += text.slice(spans[i], spans[i + 1]);
  return code.isCandidate(letters) ? { code, letters, spans: spans.slice(0, size) } : null;
}

const ZERO = 0x30;
const LOWER_X = 0x78;

/** Pieces of base64 shorter than this are words. */
const SHORTEST_PIECE = 4;

/**
 * What may stand between the pieces of one base64 text: line breaks, also as escapes; spaces that once were line breaks;
 * quotes that end and begin a string; the backslash that JSON may put before a slash.
 */
const BASE64_JOINT =
  /(?:\\{1,8}[nrt]|\s){1,64}|\\{1,8}(?=\/)|(?:\\{0,8}["'])(?:[+,.&]|\\{1,8}[nrt]|\s){0,64}\\{0,8}["']/y;
const BASE64_JOINT_START = lettersOf(/[\s\\"']/);
const PART_OF_LINE_BREAK = /[\n\r\\"']/;

/** Spaces join pieces of one width only: others are words. */
function base64JointEnd(text: string, at: number, to: number, width: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0x80 || BASE64_JOINT_START[unit] !== 1) return -1;
  const isSpace = unit === 0x20 || unit === 0x09;
  if (isSpace && (width === 0 || width % SHORTEST_PIECE !== 0) && !isBreak(text.charCodeAt(at + 1))) return -1;
  BASE64_JOINT.lastIndex = at;
  if (!BASE64_JOINT.test(text) || BASE64_JOINT.lastIndex >= to) return -1;
  const end = BASE64_JOINT.lastIndex;
  return isSpace && width === 0 && !PART_OF_LINE_BREAK.test(text.slice(at, end)) ? -1 : end;
}

function isBreak(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d || unit === 0x20 || unit === 0x5c;
}

/** Signs between pairs of hex digits, and before and after them: `0x36, 0x36`, `\x36`, `%36`, `U+0036`, `36h`. */
const HEX_JOINT = lettersOf(/[\s:,._|;\-\\%=$#&xXuU+hH"'(){}[\]/]/);
const MAX_HEX_JOINT = 24;

function hexJointEnd(text: string, at: number, to: number): number {
  const last = Math.min(to - 1, at + MAX_HEX_JOINT);
  for (let i = at; i <= last; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) return -1;
    if (HEX.letters[unit] === 1) return i;
    if (HEX_JOINT[unit] !== 1 && !(text.charAt(i - 1) === '\\' && /[nrt]/.test(text.charAt(i)))) return -1;
  }
  return -1;
}

/**
 * How the base64 of a digit before any ASCII character begins at the start of a group of three bytes, or the base64 of
 * such base64. Nine digits have at least one group that begins with a digit.
 */
const DIGIT_GROUP = /[MNO][A-HQ-Xg-nw-z0-3]|T[0-3T-Xj-nz]/;

/** Two letters (a ruler, a payment pattern, a mask) spell no two digits that differ; one digit repeated is no number. */
function isBase64Candidate(letters: string): boolean {
  const isLong = letters.length >= SHORTEST_UNICODE_BASE64;
  if (!isLong && !DIGIT_GROUP.test(letters)) return false;
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

/** Whole groups are written, so that the groups after them stay as they are. */
function overwriting(text: string, run: CodeRun, skipped: number, bytes: Uint8Array): OverwriteBytes {
  const { encoding, group } = run.code;
  const spelling = encoding === 'base64' && /[-_]/.test(run.letters) ? 'base64url' : encoding;
  const [size, width] = group;
  let offsets: readonly number[] | null = null;
  return (start, end, written) => {
    offsets ??= offsetsOf(run.spans);
    const first = Math.floor(start / width);
    const groups = Buffer.from(bytes.slice(first * width, Math.ceil(end / width) * width));
    groups.set(written, start - first * width);
    const spelled = groups.toString(spelling).replace(/=+$/, '');
    return overwritten(text, { spans: run.spans, offsets }, skipped + first * size, spelled);
  };
}

/** How many letters stand before each piece. */
function offsetsOf(spans: readonly number[]): readonly number[] {
  const offsets = [0];
  for (let i = 0; i + 2 < spans.length; i += 2) {
    offsets.push((offsets.at(-1) as number) + (spans[i + 1] as number) - (spans[i] as number));
  }
  return offsets;
}

/** The letters of a run from one on, written over: what stands between them stays. */
function overwritten(
  text: string,
  { spans, offsets }: { readonly spans: readonly number[]; readonly offsets: readonly number[] },
  from: number,
  letters: string,
): Pick<Edit, 'start' | 'end' | 'replacement'> {
  let piece = lastAtMost(offsets, from);
  const start = (spans[piece * 2] as number) + from - (offsets[piece] as number);
  let end = start;
  let replacement = '';
  for (let written = 0; written < letters.length; piece++) {
    const first = Math.max(start, spans[piece * 2] as number);
    const taken = letters.slice(written, written + (spans[piece * 2 + 1] as number) - first);
    replacement += text.slice(end, first) + taken;
    written += taken.length;
    end = first + taken.length;
  }
  return { start, end, replacement };
}
