import { INLINE_ELEMENT, type Span } from './digit-runs.ts';
import { findHints, foreignLetters } from './ssn-hints.ts';

/**
 * Where in a text the rules may find anything without knowing the event's numbers: a cheap look that leaves out nothing.
 * Most of a page or a report is names, amounts and dates, which no rule needs to read.
 */
export type TextSpans = {
  /** Where a word about SSNs may begin, ascending. */
  readonly hints: readonly number[];
  /** What the rules read, ascending and disjoint; a short text is one span if there is anything in it. */
  readonly spans: readonly Span[];
};

/** A text up to this length is read as a whole. */
export const LONGEST_WHOLE = 2048;
/** A word about SSNs stands this near behind its number, and this near before it and the parts of it. */
const REACH_BACK = 192;
const REACH_ON = 1024;
/** What stands around groups of digits says whether they are one number. */
const AROUND = 96;
/** A span begins between two words, if there are any. */
const LONGEST_WORD = 256;

/** Digits that may be a number by their form: three, two and four, one by one, and with what changes letters between. */
const FORMS = [/\d{3}[^a-zA-Z\d]{1,12}\d\d[^a-zA-Z\d]{1,12}\d{4}(?!\d)/g, /\d(?:[^a-zA-Z\d]{1,3}\d){8}(?!\d)/g];
const INLINE_TAG = new RegExp(INLINE_ELEMENT.source, 'gi');
/** Two signs that mask digits, and what stands beside the mask of a number. */
const MASK = /xx|XX|\*\*|##|__|\?\?|nn|NN|[xX*#]-\d\d-\d/g;
const MASKED = /[\dxX*#_?nN][\s\p{Pd}._/)]{1,3}$/u;
const GOES_ON = /^[xX*#_?nN]?[\s\p{Pd}._/)]{1,3}[\dxX*#_?nN]/u;
const MASK_SIGNS = /[•●■▓▒░█×]/;

/** Neither printed in ASCII nor a space. */
const ODD = /[^\t-\r -~]/g;
/** Of a short text: one of the forms above. */
const ANY_FORM = new RegExp(
  [
    ...[...FORMS, INLINE_TAG, ODD].map(({ source }) => source),
    String.raw`[xX*#_?nN]{2}[\s./_)-]{1,3}[\dxX*#_?nN]`,
    String.raw`\d[\s./_-]{1,3}(?:xx|XX|\*\*|##)`,
    String.raw`[xX*#]-\d\d-\d`,
  ].join('|'),
  // Elements are written in either case.
  'i',
);

/** Whether a short text without hints may have anything. */
export function hasForm(text: string): boolean {
  return ANY_FORM.test(text);
}

const NONE: TextSpans = { hints: [], spans: [] };

/** @param known where hints begin, as far as it is known */
export function findSpans(text: string, known: readonly number[] = findHints(text)): TextSpans {
  const isShort = text.length <= LONGEST_WHOLE;
  if (isShort && known.length === 0 && !hasForm(text)) return NONE;
  const foreign = foreignLetters(text);
  const hints = foreign.length === 0 ? known : [...known, ...foreign].sort((a, b) => a - b);
  if (isShort) return { hints, spans: [[0, text.length]] };
  const spans: Span[] = [];
  const take = (expression: RegExp, reach: number, is: (at: number) => boolean): void => {
    let end = -1;
    for (const { 0: found, index } of text.matchAll(expression)) {
      const to = index + found.length;
      if (to + AROUND / 2 <= end || !is(index)) continue;
      spans.push([index - AROUND, to + reach]);
      end = to + reach;
    }
  };
  for (const form of FORMS) take(form, AROUND, () => true);
  take(ODD, AROUND, (at) => hasDigitsAround(text, at) || MASK_SIGNS.test(text.charAt(at)));
  take(INLINE_TAG, REACH_ON, (at) => hasDigitsAround(text, at));
  take(MASK, AROUND, (at) => isMask(text, at));
  let end = -1;
  for (const hint of hints) {
    if (hint + REACH_ON / 2 <= end) continue;
    end = endOfNumbers(text, hint);
    spans.push([hint - REACH_BACK, end]);
  }
  return { hints, spans: joinedSpans(text, spans) };
}

function isMask(text: string, at: number): boolean {
  const sign = text.charAt(at);
  let end = at + 1;
  while (text.charAt(end) === sign) end++;
  return MASKED.test(text.slice(Math.max(0, at - NEAR), at)) || GOES_ON.test(text.slice(end, end + NEAR));
}

/** A digit may be of another script, or outside the basic plane. */
const DIGITS = /[\d\p{N}\ud800-\udbff]/u;

function hasDigitsAround(text: string, at: number): boolean {
  return DIGITS.test(text.slice(Math.max(0, at - NEAR), at + NEAR));
}

const NEAR = 9;

const NINE = /\d{9}|\d{3}-\d\d-\d{4}/;
const LIST_REACH = 64;

/** What a word about SSNs may name, as far as a list of numbers goes on. */
function endOfNumbers(text: string, hint: number): number {
  let end = hint + REACH_ON;
  while (end < text.length && NINE.test(text.slice(end - LIST_REACH, end))) end += REACH_ON;
  return end;
}

/** Where the word begins that stands here; a tag is one. */
function wordStart(text: string, at: number): number {
  const lowest = Math.max(0, at - LONGEST_WORD);
  for (let start = at; start > lowest; start--) {
    const code = text.charCodeAt(start - 1);
    if (code === GREATER || code === LINE_END) return start;
  }
  for (let start = at; start > lowest; start--) if (text.charCodeAt(start - 1) === SPACE) return start;
  return Math.max(0, at);
}

const GREATER = 0x3e;
const LINE_END = 0x0a;
const SPACE = 0x20;

/** Spans in order, within the text, from the beginning of a word; those that meet are one. */
export function joinedSpans(text: string, spans: readonly Span[]): readonly Span[] {
  const all: [number, number][] = [];
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    const to = Math.min(end, text.length);
    if (last === undefined || start > last[1]) all.push([wordStart(text, start), to]);
    else if (to > last[1]) last[1] = to;
  }
  return all;
}

/** The parts of a text that spans tell, each with its place. */
export function partsOf(text: string, spans: readonly Span[]): readonly (readonly [start: number, part: string])[] {
  return spans.map(([from, to]) => [from, from === 0 && to === text.length ? text : text.slice(from, to)] as const);
}
