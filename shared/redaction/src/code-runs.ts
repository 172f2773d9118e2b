import type { Edit } from './edits.ts';

/** Letters of an encoding that belong together, with or without line breaks between. */
export type CodeRun = {
  readonly letters: string;
  /** Where each letter stands, and after the last the end; null: they touch, from `start` on. */
  readonly positions: Int32Array | null;
  readonly start: number;
};

/** Pieces of a run shorter than this are words. */
const SHORTEST_PIECE = 4;

/**
 * What may stand between the pieces of one encoded text: line breaks, also as escapes; spaces that once were line
 * breaks; quotes that end and begin a string; the backslash that JSON may put before a slash.
 */
const JOINT = /(?:\\{1,8}[nrt]|\s){1,64}|\\{1,8}(?=\/)|(?:\\{0,8}["'])(?:[+,.&]|\\{1,8}[nrt]|\s){0,64}\\{0,8}["']/y;
const IS_JOINT_START = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[\s\\"']/.test(String.fromCharCode(code)) ? 1 : 0,
);
const PART_OF_LINE_BREAK = /[\n\r\\"']/;

/**
 * Whether a piece of a run, which is as long as said and ends here, may go on after what stands here: a cheap look,
 * because most strings are a few words. Never wrong when it says no. `width`: length of the piece before.
 */
export function mayJoin(text: string, at: number, length: number, width: number): boolean {
  const code = text.charCodeAt(at);
  if (code >= 0x80 || IS_JOINT_START[code] !== 1) return false;
  if (code !== 0x20 || isBreak(text.charCodeAt(at + 1))) return true;
  return length === width && width % SHORTEST_PIECE === 0;
}

/**
 * The runs of letters with values in a part of a text, of at least so many letters. Character by character: a regular
 * expression runs out of stack on a run of megabytes.
 */
export function* codeRuns(
  text: string,
  [from, to]: readonly [number, number],
  values: Int8Array,
  shortest: number,
): Generator<CodeRun> {
  const spans: number[] = [];
  let letters = 0;
  let start = from;
  for (let i = from; i <= to; i++) {
    const code = i < to ? text.charCodeAt(i) : 0;
    if (code < 0x80 && (values[code] as number) >= 0) continue;
    const length = i - start;
    if (length > 0) {
      spans.push(start, i);
      letters += length;
    }
    const joint = length > 0 && i < to && code < 0x80 && IS_JOINT_START[code] === 1 ? jointEnd(text, spans, i, to) : -1;
    if (joint < 0) {
      if (letters >= shortest) yield runOf(text, spans, letters);
      spans.length = 0;
      letters = 0;
      start = i + 1;
    } else {
      start = joint;
      i = joint - 1;
    }
  }
}

/** Where the next piece begins, or -1. Spaces join pieces of one width only: others are words. */
function jointEnd(text: string, spans: readonly number[], at: number, to: number): number {
  const [first = 0, firstEnd = 0] = spans;
  const width = firstEnd - first;
  const last = at - (spans.at(-2) as number);
  const isSpace = text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09;
  if (isSpace && (last !== width || width % SHORTEST_PIECE !== 0) && !isBreak(text.charCodeAt(at + 1))) return -1;
  JOINT.lastIndex = at;
  if (!JOINT.test(text) || JOINT.lastIndex >= to) return -1;
  const end = JOINT.lastIndex;
  if (isSpace && !PART_OF_LINE_BREAK.test(text.slice(at, end)) && last !== width) return -1;
  return end;
}

function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x20 || code === 0x5c;
}

/** The run of `count` letters that stand in these spans: beginnings and ends, in turn and in order. */
export function runOf(text: string, spans: readonly number[], count: number): CodeRun {
  const start = spans[0] as number;
  if (spans.length === 2) return { letters: text.slice(start, spans[1]), positions: null, start };
  const positions = new Int32Array(count + 1);
  const pieces: string[] = [];
  let length = 0;
  for (let i = 0; i < spans.length; i += 2) {
    const [from, to] = [spans[i] as number, spans[i + 1] as number];
    pieces.push(text.slice(from, to));
    for (let k = from; k < to; k++) positions[length++] = k;
  }
  positions[length] = spans.at(-1) as number;
  return { letters: pieces.join(''), positions, start };
}

/** The letters of a run from one on, written over: what stands between them stays. */
export function overwritten(
  text: string,
  { positions, start }: CodeRun,
  from: number,
  letters: string,
): Pick<Edit, 'start' | 'end' | 'replacement'> {
  if (positions === null) return { start: start + from, end: start + from + letters.length, replacement: letters };
  let replacement = '';
  for (let i = 0; i < letters.length; i++) {
    const at = positions[from + i] as number;
    if (i > 0) replacement += text.slice((positions[from + i - 1] as number) + 1, at);
    replacement += letters.charAt(i);
  }
  const end = letters.length === 0 ? (positions[from] as number) : (positions[from + letters.length - 1] as number) + 1;
  return { start: positions[from] as number, end, replacement };
}
