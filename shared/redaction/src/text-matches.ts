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
} from './digit-runs.ts';
import type { Edit, RuleName } from './edits.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { findMasked } from './masked-numbers.ts';
import { findSsnPatterns, type PushDigits } from './ssn-pattern.ts';
import { findSsnWords, isBesideSsnWord, isCounted, isNamedBySsnWord, type SsnWords } from './ssn-words.ts';
import { findNamedNumbers } from './text-fields.ts';
import { findPartedNumbers } from './text-parts.ts';
import { findTableCells } from './text-tables.ts';
import { type VisibleText, visibleText } from './visible-text.ts';
import { findSpokenNumbers } from './written-numbers.ts';

/**
 * What rules 4 and 5 find in a text by itself, whatever event it belongs to. Edits may overlap. Looked for once, when
 * the text is read or later, and used for its subject numbers and for its edits.
 */
export type TextMatches = {
  /** In the digits as they stand and, of a text with markup, as they stand without it. */
  readonly readings: readonly DigitMatches[];
  /** Masked numbers, cells of tables, and what a person sees who does not see the tags. */
  readonly besides: readonly Edit[];
  /** Cells in which words find nothing. */
  readonly others: OtherCells;
  /** The numbers that the text gives away so surely that they are subject numbers. */
  readonly numbers: readonly string[];
};

export type DigitMatches = {
  readonly skipsTags: boolean;
  /** How many digits there are, or enough for rule 3. */
  readonly count: number;
  /** Right after names, and in parts. */
  readonly named: readonly Edit[];
  readonly patterns: readonly Edit[];
  /** Eight digits of nine, beside words about SSNs. */
  readonly shortened: readonly Edit[];
  /** Nine digits beside words about SSNs: not looked at where all nine digits go. */
  readonly beside: readonly Edit[];
};

/** Ends of cells that are other numbers by their column, by their starts. */
type OtherCells = Map<number, number>;

/** Seven digits are left of nine that lost two zeros. */
export const LEAST_DIGITS = 7;
/** The last four of a number. */
const LEAST_NAMED = 4;
const NONE: readonly Edit[] = [];

/** Time and memory grow with the length only. */
export function matchesIn(text: string): TextMatches {
  const words = findSsnWords(text);
  const besides: Edit[] = [];
  findMasked(text, words, besides);
  const spoken = words === null ? [] : findSpokenNumbers(text, words);
  for (const { edit } of spoken) besides.push(edit);
  const others: OtherCells = new Map();
  const numbers = findInTables(text, besides, others);
  for (const { digits } of spoken) numbers.push(digits);
  const visible = visibleText(text);
  if (visible !== null) {
    const { found, seen, inTables } = findInVisible(visible);
    for (const digits of inTables) numbers.push(digits);
    for (const edit of found) {
      numbers.push(digitsOf(visible.text.slice(edit.start, edit.end)));
      besides.push(...visible.toOuter(edit));
    }
    for (const [start, end] of seen) {
      const cells = visible.toOuter({ start, end, replacement: '', rule: 'context' });
      for (const cell of cells) others.set(cell.start, cell.end);
    }
  }
  // What words find in cells that are others is none, so the tables are read before.
  const hasTags = text.includes('<') && text.includes('>');
  const search = { text, words, others, numbers };
  const readings = [matchesInDigits(search, { skipsTags: false, isLast: !hasTags })];
  if (hasTags) readings.push(matchesInDigits(search, { skipsTags: true, isLast: true }));
  return { readings, besides, others, numbers };
}

/** Of a text whose name says that it is another number in the form of an SSN: only rule 3 may find anything in it. */
export const NO_MATCHES: TextMatches = {
  readings: [{ skipsTags: false, count: LEAST_DIGITS, named: NONE, patterns: NONE, shortened: NONE, beside: NONE }],
  besides: NONE,
  others: new Map(),
  numbers: [],
};

type Search = {
  readonly text: string;
  readonly words: SsnWords | null;
  readonly others: OtherCells;
  /** Takes the numbers found: parts stand in attributes too, all others where the tags say what belongs together. */
  readonly numbers: string[];
};

function matchesInDigits(
  { text, words, others, numbers }: Search,
  { skipsTags, isLast }: { readonly skipsTags: boolean; readonly isLast: boolean },
): DigitMatches {
  const runs = readDigitRuns(text, skipsTags);
  const { count, starts } = runs;
  if (count < LEAST_NAMED) return { skipsTags, count, named: NONE, patterns: NONE, shortened: NONE, beside: NONE };
  const named: Edit[] = [];
  const patterns: Edit[] = [];
  const shortened: Edit[] = [];
  const beside: Edit[] = [];
  const matches = { skipsTags, count, named, patterns, shortened, beside };
  const collect = (digits: string): void => {
    if (isLast && count >= LEAST_DIGITS) numbers.push(digits);
  };
  for (const { start, end, digits } of findNamedNumbers(text, runs)) {
    named.push({ start, end, replacement: SSN_REPLACEMENT, rule: 'context' });
    if (!others.has(start)) collect(digits);
  }
  if (count < LEAST_DIGITS) return matches;
  for (const { parts, digits } of findPartedNumbers(text, runs)) {
    for (const [start, end] of parts) named.push({ start, end, replacement: SSN_REPLACEMENT, rule: 'context' });
    if (!skipsTags) numbers.push(digits);
  }
  const pushPattern = pushAs('pattern', text, runs, patterns);
  findSsnPatterns(text, runs, (from, to) => {
    pushPattern(from, to);
    if (isDash(runs, from + 3) && isDash(runs, from + 5)) collect(digitsText(runs, from, to));
  });
  if (words === null) return matches;
  const pushShortened = pushAs('context', text, runs, shortened);
  findShortened(text, runs, words, (from, to) => {
    pushShortened(from, to);
    collect(digitsText(runs, from, to));
  });
  const isBeside = (start: number, end: number): boolean => isBesideSsnWord(text, words, start, end);
  const pushBeside = pushAs('context', text, runs, beside);
  findNine(runs, isBeside, (from, to) => {
    pushBeside(from, to);
    if (!others.has(starts[from] as number)) collect(digitsText(runs, from, to));
  });
  return matches;
}

/** Turns digits into edits that leave the tags between them. */
export function pushAs(rule: RuleName, text: string, runs: DigitRuns, edits: Edit[]): PushDigits {
  return (from, to) => {
    for (const [index, [start, end]] of betweenTags(text, runs, from, to).entries()) {
      edits.push({ start, end, replacement: index === 0 ? SSN_REPLACEMENT : '', rule });
    }
  };
}

/** @returns the numbers, of which a cell may hold a part only */
function findInTables(text: string, edits: Edit[], others: OtherCells): string[] {
  const numbers: string[] = [];
  findTableCells(text, (start, end, digits) => {
    if (digits === null) {
      others.set(start, end);
      return;
    }
    edits.push({ start, end, replacement: SSN_REPLACEMENT, rule: 'context' });
    numbers.push(digits);
  });
  return numbers;
}

/** Words about SSNs with tags within: all others are read where the tags say what belongs together. */
function brokenWords({ text, toOuter }: VisibleText): SsnWords | null {
  const words = findSsnWords(text);
  if (words === null) return null;
  const starts: number[] = [];
  const ends: number[] = [];
  for (const [index, start] of words.starts.entries()) {
    const end = words.ends[index] as number;
    if (toOuter({ start, end, replacement: '', rule: 'context' }).length < 2) continue;
    starts.push(start);
    ends.push(end);
  }
  return starts.length === 0 ? null : { starts, ends };
}

type FoundInVisible = {
  readonly found: readonly Edit[];
  readonly seen: OtherCells;
  readonly inTables: readonly string[];
};

/** Rule 5 on HTML as a person sees it: words that tags break, and tables of any elements. */
function findInVisible(visible: VisibleText): FoundInVisible {
  const { text } = visible;
  const found: Edit[] = [];
  const seen: OtherCells = new Map();
  const inTables = findInTables(text, found, seen);
  const words = brokenWords(visible);
  const runs = readDigitRuns(text, false);
  if (words !== null) {
    const push: PushDigits = (from, to) => {
      const start = runs.starts[from] as number;
      const end = runs.ends[to - 1] as number;
      if (!seen.has(start)) found.push({ start, end, replacement: SSN_REPLACEMENT, rule: 'context' });
    };
    findNine(runs, (start) => isNamedBySsnWord(text, words, start), push);
    findShortened(text, runs, words, push);
  }
  return { found, seen, inTables };
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
