import {
  ASCII_DIGIT_ZERO,
  BLOCK_TAG,
  characterClass,
  DASH,
  DIGIT,
  digitValue,
  INLINE_TAG,
  INVISIBLE,
  LETTER,
  NEWLINE,
  SYMBOL,
  WIDE,
  WORD,
} from './characters.ts';

/**
 * The digits of a text with what stands between them, as parallel arrays. A gap is the sum of the classes of its
 * characters (0 = the digits touch); `LETTER` in a gap means that the number ended.
 */
export type DigitRuns = {
  readonly count: number;
  readonly values: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Classes of what stands before each digit; `LETTER` before the first. */
  readonly gaps: Uint16Array;
};

/** Digits further apart than this many visible characters are no number that a person would read. */
const MAX_GAP = 8;
/** Nor are they digits of one number in columns. */
const MAX_WIDE_GAP = 64;
/** A longer word between digits is text, not a separator (`666x45x3920`). */
const MAX_WORD_GAP = 6;
/** A tag longer than this is not markup between digits. */
const MAX_TAG = 256;

let values = new Uint8Array(1024);
let starts = new Int32Array(1024);
let ends = new Int32Array(1024);
let gaps = new Uint16Array(1024);

function grow(): void {
  const size = values.length * 2;
  const [oldValues, oldStarts, oldEnds, oldGaps] = [values, starts, ends, gaps];
  values = new Uint8Array(size);
  starts = new Int32Array(size);
  ends = new Int32Array(size);
  gaps = new Uint16Array(size);
  values.set(oldValues);
  starts.set(oldStarts);
  ends.set(oldEnds);
  gaps.set(oldGaps);
}

/** A part of a text, end exclusive. */
export type Span = readonly [start: number, end: number];

/**
 * Reads the digits of parts of a text, with its tags or (`skipTags`) as if they were not there: a text with markup is
 * read both ways. The arrays are reused by the next call: finish with them before.
 */
export function readDigitRuns(text: string, skipTags: boolean, spans: readonly Span[]): DigitRuns {
  let count = 0;
  for (const span of spans) count = readSpan(text, skipTags, span, count);
  return { count, values, starts, ends, gaps };
}

/** @returns how many digits there are, with `first` before them */
function readSpan(text: string, skipTags: boolean, [from, to]: Span, first: number): number {
  let count = first;
  let gap = LETTER;
  let gapLength = MAX_WORD_GAP + 1;
  let size = 1;
  for (let i = from; i < to; i += size) {
    size = 1;
    let codePoint = text.charCodeAt(i);
    let kind: number;
    if (codePoint < 0x80) {
      kind = characterClass(codePoint);
      if (skipTags && codePoint === 0x3c) {
        const tag = tagLength(text, i);
        if (tag > 0) {
          size = tag;
          gap |= isInlineTag(text, i) ? INLINE_TAG : BLOCK_TAG;
          continue;
        }
      }
    } else {
      if (codePoint >= 0xd800 && codePoint < 0xdc00) {
        codePoint = text.codePointAt(i) as number;
        if (codePoint > 0xffff) size = 2;
      }
      kind = characterClass(codePoint);
    }
    if (kind === DIGIT) {
      if (count === values.length) grow();
      values[count] = codePoint < 0x80 ? codePoint - ASCII_DIGIT_ZERO : digitValue(codePoint);
      starts[count] = i;
      ends[count] = i + size;
      gaps[count] = (gap & LETTER) !== 0 && count > 0 && gapLength <= MAX_WORD_GAP ? gap | WORD : gap;
      count++;
      gap = 0;
      gapLength = 0;
    } else {
      gap |= kind;
      if (kind !== INVISIBLE && ++gapLength > MAX_GAP) gap |= gapLength > MAX_WIDE_GAP ? LETTER : WIDE;
    }
  }
  return count;
}

/** The digits `from`…`to` in ASCII. */
export function digitsText({ values: digits }: DigitRuns, from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) text += digits[i] as number;
  return text;
}

/** Elements that change how letters look, and comments: a person reads over them within one number. */
export const INLINE_ELEMENT =
  /<(?:\/?(?:a|abbr|b|bdi|bdo|big|code|em|font|i|kbd|mark|nobr|s|small|span|strong|sub|sup|tt|u|wbr)\b|!--|\?)/i;
const INLINE = new RegExp(`^${INLINE_ELEMENT.source}`, 'i');
const MAX_INLINE = 10;

/** Whether the tag that begins here is one of those. */
function isInlineTag(text: string, open: number): boolean {
  return INLINE.test(text.slice(open, open + MAX_INLINE));
}

/**
 * What of `text` from the first to the last of these digits is not markup: an edit of a number must leave the tags
 * between its digits, or the text would not be well-formed any more.
 */
export function betweenTags(text: string, runs: DigitRuns, from: number, to: number): [start: number, end: number][] {
  const pieces: [number, number][] = [];
  let start = runs.starts[from] as number;
  for (let i = from + 1; i < to; i++) {
    const gapStart = runs.ends[i - 1] as number;
    const gapEnd = runs.starts[i] as number;
    if (gapEnd - gapStart < 3 || !hasTag(text, gapStart, gapEnd)) continue;
    pieces.push([start, gapStart]);
    start = gapEnd;
  }
  pieces.push([start, runs.ends[to - 1] as number]);
  return pieces;
}

function hasTag(text: string, start: number, end: number): boolean {
  for (let i = text.indexOf('<', start); i >= 0 && i < end; i = text.indexOf('<', i + 1)) {
    if (tagLength(text, i) > 0) return true;
  }
  return false;
}

/** Length of the tag that begins here, or 0. */
function tagLength(text: string, open: number): number {
  const next = text.charCodeAt(open + 1);
  const isLetter = (next >= 0x61 && next <= 0x7a) || (next >= 0x41 && next <= 0x5a);
  if (!isLetter && next !== 0x2f && next !== 0x21 && next !== 0x3f) return 0;
  const end = Math.min(text.length, open + MAX_TAG);
  const aside = next === 0x3f ? '?>' : text.startsWith('<!--', open) ? '-->' : null;
  if (aside !== null) {
    const length = text.slice(open, end).indexOf(aside, 2) + aside.length;
    if (length >= aside.length + 2) return length;
  }
  for (let i = open + 2; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x3e) return i + 1 - open;
    if (code === 0x3c) return 0;
  }
  return 0;
}

/** Whether two digits with this gap between them belong to one group: nothing that is seen or parts values. */
export function touches(gap: number): boolean {
  return (gap & ~(INVISIBLE | INLINE_TAG)) === 0;
}

/** End of the group of touching digits that begins here. */
export function groupEnd(runs: DigitRuns, from: number): number {
  let to = from + 1;
  while (to < runs.count && touches(runs.gaps[to] as number)) to++;
  return to;
}

/** The boxes of a form (`<td>666</td><td>45</td><td>3920</td>`) make one number when all its groups stand in boxes. */
export function isCellJoint(gap: number): boolean {
  return (gap & BLOCK_TAG) !== 0;
}

/** Spaces, dashes, dots, slashes and markup join groups to one number; other signs and lines part them. */
export function isJoint(gap: number): boolean {
  return (gap & (LETTER | NEWLINE | SYMBOL | WIDE)) === 0;
}

/** Employer ids are written 12-3456789. */
export function isEmployerForm(runs: DigitRuns, from: number): boolean {
  const seven = from + 2;
  if (groupEnd(runs, from) !== seven || seven >= runs.count) return false;
  return ((runs.gaps[seven] as number) & DASH) !== 0 && groupEnd(runs, seven) === from + 9;
}
