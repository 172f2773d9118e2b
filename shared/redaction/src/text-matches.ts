import { lastAtMost } from './ascending-numbers.ts';
import { DASH, digitsOf, INVISIBLE } from './characters.ts';
import {
  betweenTags,
  type DigitRuns,
  digitsText,
  groupEnd,
  isCellJoint,
  isEmployerForm,
  isJoint,
  readDigitRuns,
  type Span,
} from './digit-runs.ts';
import { type Edit, type RuleName, removal } from './edits.ts';
import { findMasked } from './masked-numbers.ts';
import { findOddWritings } from './odd-writings.ts';
import { findSsnPatterns, type PushDigits } from './ssn-pattern.ts';
import { findSsnWords, isBesideSsnWord, isCounted, isNamedBySsnWord, type SsnWords } from './ssn-words.ts';
import { findNamedNumbers } from './text-fields.ts';
import { findPartedNumbers } from './text-parts.ts';
import { findSpans, type TextSpans } from './text-spans.ts';
import { findTableCells } from './text-tables.ts';
import type { DecodedText } from './unfold/decoded-text.ts';
import { type VisibleText, visibleParts, visibleText } from './visible-text.ts';

/**
 * What rules 4 and 5 find in a text by itself, whatever event it belongs to. Edits may overlap. Looked for once, when
 * the text is read, and used for its subject numbers and for its edits.
 */
export type TextMatches = {
  /** Right after names, and in parts. */
  readonly named: readonly Edit[];
  /** By their form, masked, in tables, and eight digits of nine beside words about SSNs. */
  readonly found: readonly Edit[];
  /** Nine digits beside words about SSNs: not looked at where all nine digits go. */
  readonly beside: readonly Edit[];
  /** Cells in which words find nothing. */
  readonly others: OtherCells;
  /** The numbers that the text gives away so surely that they are subject numbers. */
  readonly numbers: readonly string[];
};

/** Ends of cells that are other numbers by their column, by their starts. */
type OtherCells = Map<number, number>;

/** Seven digits are left of nine that lost two zeros. */
export const LEAST_DIGITS = 7;
/** The last four of a number. */
const LEAST_NAMED = 4;
const NONE: readonly Edit[] = [];

/** Time and memory grow with the length only. */
export function matchesIn(text: string, { hints, spans }: TextSpans): TextMatches {
  if (spans.length === 0) return NO_MATCHES;
  const words = findSsnWords(text, hints);
  const search: Search = { text, spans, words, named: [], found: [], beside: [], others: new Map(), numbers: [] };
  const { found, others, numbers } = search;
  // What words find in cells that are others is none, so the tables are read before.
  for (const digits of findInTables(search, hints, found, others)) numbers.push(digits);
  for (const part of visibleParts(text, hints)) findInVisible(part, search);
  const hasTags = text.includes('<') && text.includes('>');
  findInDigits(search, { skipsTags: false, isLast: !hasTags });
  if (hasTags) findInDigits(search, { skipsTags: true, isLast: true });
  findMasked(text, words, spans, found);
  if (words !== null) found.push(...findOddWritings(text, words));
  return search;
}

/** Of a text whose name says that it is another number in the form of an SSN: only rule 3 may find anything in it. */
export const NO_MATCHES: TextMatches = { named: NONE, found: NONE, beside: NONE, others: new Map(), numbers: [] };

type Search = {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly words: SsnWords | null;
  readonly named: Edit[];
  readonly found: Edit[];
  readonly beside: Edit[];
  readonly others: OtherCells;
  /** Parts stand in attributes too, all others where the tags say what belongs together. */
  readonly numbers: string[];
};

function findInDigits(
  { text, spans, words, named, found, beside, others, numbers }: Search,
  { skipsTags, isLast }: { readonly skipsTags: boolean; readonly isLast: boolean },
): void {
  const runs = readDigitRuns(text, skipsTags, spans);
  const { count, starts } = runs;
  if (count < LEAST_NAMED) return;
  const collect = (digits: string): void => {
    if (isLast && count >= LEAST_DIGITS) numbers.push(digits);
  };
  for (const { start, end, digits, name } of findNamedNumbers(text, runs)) {
    named.push(removal(start, end, 'context', name));
    if (!others.has(start)) collect(digits);
  }
  if (count < LEAST_DIGITS) return;
  for (const { parts, digits } of findPartedNumbers(text, runs)) {
    for (const [start, end] of parts) named.push(removal(start, end, 'context', 'parts of a number'));
    if (!skipsTags) numbers.push(digits);
  }
  const pushPattern = pushAs({ rule: 'pattern', because: () => '3-2-4' }, text, runs, found);
  findSsnPatterns(text, runs, (from, to) => {
    pushPattern(from, to);
    if (isDash(runs, from + 3) && isDash(runs, from + 5)) collect(digitsText(runs, from, to));
  });
  if (words === null) return;
  const because = (start: number): string | null => nearestMention(text, words, start);
  const pushShortened = pushAs({ rule: 'context', because }, text, runs, found);
  findShortened(text, runs, words, (from, to) => {
    pushShortened(from, to);
    collect(digitsText(runs, from, to));
  });
  const isBeside = (start: number, end: number): boolean => isBesideSsnWord(text, words, start, end);
  const pushBeside = pushAs({ rule: 'context', because }, text, runs, beside);
  findNine(runs, isBeside, (from, to) => {
    pushBeside(from, to);
    if (!others.has(starts[from] as number)) collect(digitsText(runs, from, to));
  });
}

/** Turns digits into edits that leave the tags between them. */
export function pushAs(
  by: { readonly rule: RuleName; readonly because: (start: number) => string | null },
  text: string,
  runs: DigitRuns,
  edits: Edit[],
): PushDigits {
  return (from, to) => {
    for (const [index, [start, end]] of betweenTags(text, runs, from, to).entries()) {
      const edit = removal(start, end, by.rule, by.because(start));
      edits.push(index === 0 ? edit : { ...edit, replacement: '' });
    }
  };
}

/** @returns the numbers, of which a cell may hold a part only */
function findInTables(
  { text, words }: Pick<Search, 'text' | 'words'>,
  hints: readonly number[],
  edits: Edit[],
  others: OtherCells,
): string[] {
  const numbers: string[] = [];
  findTableCells(text, hints, (start, end, digits) => {
    if (digits === null) {
      others.set(start, end);
      return;
    }
    edits.push(removal(start, end, 'context', nearestMention(text, words, start)));
    numbers.push(digits);
  });
  return numbers;
}

/** Words about SSNs with tags within: all others are read where the tags say what belongs together. */
function brokenWords({ text, toOuter }: VisibleText, hints: readonly number[]): SsnWords | null {
  const words = findSsnWords(text, hints);
  if (words === null) return null;
  const starts: number[] = [];
  const ends: number[] = [];
  for (const [index, start] of words.starts.entries()) {
    const end = words.ends[index] as number;
    if (toOuter(removal(start, end, 'context')).length < 2) continue;
    starts.push(start);
    ends.push(end);
  }
  return starts.length === 0 ? null : { starts, ends };
}

/** Rule 5 on a part of a page as a person sees it: words that tags break, and tables of any elements. */
function findInVisible(part: DecodedText, { found, others, numbers }: Search): void {
  const visible = visibleText(part.text);
  if (visible === null) return;
  const { text } = visible;
  const toOuter = (edit: Edit): readonly Edit[] => visible.toOuter(edit).map(part.toOuter);
  const edits: Edit[] = [];
  const seen: OtherCells = new Map();
  const { hints, spans } = findSpans(text);
  for (const digits of findInTables({ text, words: findSsnWords(text, hints) }, hints, edits, seen))
    numbers.push(digits);
  const words = brokenWords(visible, hints);
  if (words !== null) {
    const runs = readDigitRuns(text, false, spans);
    const push: PushDigits = (from, to) => {
      const start = runs.starts[from] as number;
      const end = runs.ends[to - 1] as number;
      if (!seen.has(start)) edits.push(removal(start, end, 'context', nearestMention(text, words, start)));
    };
    findNine(runs, (start) => isNamedBySsnWord(text, words, start), push);
    findShortened(text, runs, words, push);
  }
  for (const edit of edits) {
    numbers.push(digitsOf(text.slice(edit.start, edit.end)));
    for (const outer of toOuter(edit)) found.push(outer);
  }
  for (const [start, end] of seen) {
    for (const cell of toOuter(removal(start, end, 'context'))) others.set(cell.start, cell.end);
  }
}

function isDash(runs: DigitRuns, digit: number): boolean {
  return ((runs.gaps[digit] as number) & ~INVISIBLE) === DASH;
}

const DATE = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/;

/** Rule 5: eight digits, of nine that lost a zero, right after a word about SSNs. */
function findShortened(text: string, runs: DigitRuns, words: SsnWords, push: PushDigits): void {
  const { count, gaps, starts, ends } = runs;
  for (let from = 0; from + 8 <= count; from = groupEnd(runs, from)) {
    let to = groupEnd(runs, from);
    if (to - from === 2 && isTwoTwoFour(text, runs, from)) to = from + 8;
    if (to - from !== 8 || (to < count && isJoint(gaps[to] as number))) continue;
    if (DATE.test(digitsText(runs, from, to)) || isCounted(text, ends[to - 1] as number)) continue;
    if (isNamedBySsnWord(text, words, starts[from] as number)) push(from, to);
  }
}

/** `41-28-5397`: groups of which the first lost its zero, and no date. */
function isTwoTwoFour(text: string, runs: DigitRuns, from: number): boolean {
  const spelling = text.slice(runs.starts[from], (runs.ends[from + 7] as number) + 1);
  return SHORTENED_GROUPS.test(spelling) && !DATE_GROUPS.test(spelling);
}

const SHORTENED_GROUPS = /^\d\d-\d\d-\d{4}(?![\d-])/;
const DATE_GROUPS = /^(?:(?:0\d|1[0-2])-[0-3]\d|[0-3]\d-(?:0\d|1[0-2]))-|-(?:19|20)\d\d/;

/** Rule 5: nine digits in one group, or in groups that together make nine, where `isSsn` says so. */
export function findNine(runs: DigitRuns, isSsn: (start: number, end: number) => boolean, push: PushDigits): void {
  const { count, gaps, starts, ends } = runs;
  for (let from = 0; from < count; ) {
    const group = groupEnd(runs, from);
    let to = group;
    const apart = to < count && isCellJoint(gaps[to] as number);
    while (to - from < 9 && to < count && isJoint(gaps[to] as number) && isCellJoint(gaps[to] as number) === apart) {
      to = groupEnd(runs, to);
    }
    if (to - from === 9 && !isEmployerForm(runs, from) && isSsn(starts[from] as number, ends[to - 1] as number)) {
      push(from, to);
      from = to;
    } else from = group;
  }
}

/** The word about SSNs last before a number, else the first behind it: far before it heads the number's column. */
function nearestMention(text: string, words: SsnWords | null, at: number): string | null {
  if (words === null) return null;
  const before = lastAtMost(words.ends, at);
  const isNear = before >= 0 && at - (words.ends[before] as number) <= NEAR_MENTION;
  const behind = words.starts[before + 1] ?? Number.POSITIVE_INFINITY;
  const index = isNear || behind - at > NEAR_MENTION ? before : before + 1;
  return index < 0 ? null : text.slice(words.starts[index], words.ends[index]);
}

const NEAR_MENTION = 80;
