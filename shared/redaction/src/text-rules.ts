import { DASH, digitsOf, INVISIBLE, LETTER, WORD } from './characters.ts';
import {
  betweenTags,
  type DigitRuns,
  groupEnd,
  isCellJoint,
  isEmployerForm,
  isJoint,
  readDigitRuns,
  touches,
} from './digit-runs.ts';
import type { Edit, RuleName } from './edits.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { findMasked } from './masked-numbers.ts';
import { findInNumber } from './number-rules.ts';
import { findSsnPatterns, type PushDigits } from './ssn-pattern.ts';
import { findSsnWords, isBesideSsnWord, isCounted, isNamedBySsnWord, type SsnWords } from './ssn-words.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import { findNamedNumbers } from './text-fields.ts';
import { findPartedNumbers } from './text-parts.ts';
import { findTableCells } from './text-tables.ts';
import { type VisibleText, visibleText } from './visible-text.ts';

export type TextContext = {
  readonly subjects: SubjectNumbers;
  /** The name that the text stands under speaks of SSNs: nine bare digits in it are one. */
  readonly aboutSsn: boolean;
};

/** Rules 3, 4 and 5 on one text. Edits may overlap. Time and memory grow with the length only. */
export function findInText(text: string, context: TextContext): Edit[] {
  const edits: Edit[] = [];
  const words = findSsnWords(text);
  const search = (runs: DigitRuns): void => {
    if (runs.count < 4) return;
    for (const { start, end } of findNamedNumbers(text, runs)) {
      edits.push({ start, end, replacement: SSN_REPLACEMENT, rule: 'context' });
    }
    if (runs.count < 7) return;
    for (const { parts } of findPartedNumbers(text, runs)) {
      for (const [start, end] of parts) edits.push({ start, end, replacement: SSN_REPLACEMENT, rule: 'context' });
    }
    const pushAs =
      (rule: RuleName): PushDigits =>
      (from, to) => {
        for (const [index, [start, end]] of betweenTags(text, runs, from, to).entries()) {
          edits.push({ start, end, replacement: index === 0 ? SSN_REPLACEMENT : '', rule });
        }
      };
    if (!context.subjects.isEmpty()) findSubjects(runs, context.subjects, pushAs('subject'));
    findSsnPatterns(text, runs, pushAs('pattern'));
    if (words !== null) findShortened(text, runs, words, pushAs('context'));
    if (context.aboutSsn) findNine(runs, pushAs('context'), (start) => !isOfOther(text, start));
    else if (words !== null)
      findNine(runs, pushAs('context'), (start, end) => isBesideSsnWord(text, words, start, end));
  };
  search(readDigitRuns(text, false));
  if (!context.subjects.isEmpty()) findSpellings(text, context.subjects, edits);
  if (text.includes('<') && text.includes('>')) search(readDigitRuns(text, true));
  findMasked(text, words, edits);
  const others: OtherCells = new Map();
  findInTables(text, edits, others);
  const visible = visibleText(text);
  if (visible !== null) {
    const { found, seen } = findInVisible(visible);
    for (const edit of found) edits.push(...visible.toOuter(edit));
    for (const [start, end] of seen) {
      const cells = visible.toOuter({ start, end, replacement: '', rule: 'context' });
      for (const cell of cells) others.set(cell.start, cell.end);
    }
  }
  if (others.size === 0) return edits;
  return edits.filter(({ rule, start, end }) => rule !== 'context' || (others.get(start) ?? -1) < end);
}

/** Ends of cells that are other numbers by their column, by their starts. */
type OtherCells = Map<number, number>;

/** @returns the numbers, of which a cell may hold a part only */
function findInTables(text: string, edits: Edit[], others: OtherCells): readonly string[] {
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
    findNine(runs, push, (start) => isNamedBySsnWord(text, words, start));
    findShortened(text, runs, words, push);
  }
  return { found, seen, inTables };
}

/**
 * Takes the numbers that a text gives away by itself into the subject numbers: those beside words about SSNs, and three,
 * two and four digits with dashes, of which nobody would doubt that the same nine digits elsewhere are the same number.
 */
export function collectFromText(text: string, subjects: SubjectNumbers): void {
  collectFromPlain(text, subjects);
  // Fields of a form tell their parts in attributes.
  for (const { digits } of findPartedNumbers(text, readDigitRuns(text, false))) subjects.add(digits);
  const visible = visibleText(text);
  if (visible === null) return;
  const { found, inTables } = findInVisible(visible);
  for (const digits of inTables) subjects.add(digits);
  for (const { start, end } of found) subjects.add(digitsOf(visible.text.slice(start, end)));
}

function collectFromPlain(text: string, subjects: SubjectNumbers): void {
  const runs = readDigitRuns(text, text.includes('<'));
  if (runs.count < 7) return;
  /** Where cells begin that their header names as other numbers. */
  const others = new Set<number>();
  findTableCells(text, (start, _end, digits) => {
    if (digits === null) others.add(start);
    else subjects.add(digits);
  });
  for (const { start, digits } of findNamedNumbers(text, runs)) if (!others.has(start)) subjects.add(digits);
  const add: PushDigits = (from, to) => subjects.add(runs.values.subarray(from, to).join(''));
  findSsnPatterns(text, runs, (from, to) => {
    if (isDash(runs, from + 3) && isDash(runs, from + 5)) add(from, to);
  });
  const words: SsnWords | null = findSsnWords(text);
  if (words === null) return;
  findNine(runs, add, (start, end) => !others.has(start) && isBesideSsnWord(text, words, start, end));
  findShortened(text, runs, words, add);
}

const DASHED = /\d{3}\s?-\s?\d{2}\s?-\s?\d{4}/;

/** Under a name that speaks of SSNs, only what names another number right before it keeps one: `acct 123456789`. */
function isOfOther(text: string, start: number): boolean {
  return OTHER_BEFORE.test(text.slice(Math.max(0, start - 24), start));
}

const OTHER_BEFORE =
  /\b(?:acc(?:oun)?ts?|a\/c|phone|tel|zip|routing|loan|order|ticket|agent)\W{0,3}(?:no\b|num(?:ber)?\b)?\W{0,3}$/i;

/** Whether an ASCII text may have three, two and four digits with dashes. */
export function hasDashedNumber(text: string): boolean {
  return DASHED.test(text);
}

function isDash(runs: DigitRuns, digit: number): boolean {
  return ((runs.gaps[digit] as number) & ~INVISIBLE) === DASH;
}

const DATE = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/;

/** Rule 5: eight digits, of nine that lost a zero, right after a word about SSNs. */
function findShortened(text: string, runs: DigitRuns, words: SsnWords, push: PushDigits): void {
  const { count, gaps, starts, ends, values } = runs;
  for (let from = 0; from + 8 <= count; from = groupEnd(runs, from)) {
    const to = groupEnd(runs, from);
    if (to - from !== 8 || (to < count && isJoint(gaps[to] as number))) continue;
    if (DATE.test(values.subarray(from, to).join('')) || isCounted(text, ends[to - 1] as number)) continue;
    if (isNamedBySsnWord(text, words, starts[from] as number)) push(from, to);
  }
}

const BILLION = 1_000_000_000;
const SHORT_FORMS = [
  [8, 100_000_000],
  [7, 10_000_000],
] as const;

/** Rule 3: the digits of a subject number, whatever stands between them, also inside a longer run. */
function findSubjects(runs: DigitRuns, subjects: SubjectNumbers, push: PushDigits): void {
  const { count, values, gaps } = runs;
  const shortForms = subjects.hasShortForms();
  let window = 0;
  let length = 0;
  /** As `length`, with short words between the digits. */
  let wordyLength = 0;
  for (let i = 0; i < count; i++) {
    const gap = gaps[i] as number;
    if ((gap & LETTER) !== 0) {
      length = 0;
      if ((gap & WORD) === 0) wordyLength = 0;
    }
    window = (window * 10 + (values[i] as number)) % BILLION;
    length++;
    wordyLength++;
    if (wordyLength >= 9 && subjects.hasNine(window)) push(i - 8, i + 1);
    // Without its zeros a number is only one when it stands alone.
    if (!shortForms || (i + 1 < count && touches(gaps[i + 1] as number))) continue;
    for (const [size, modulus] of SHORT_FORMS) {
      if (length < size || !subjects.hasShort(window % modulus)) continue;
      if (length === size || !touches(gaps[i - size + 1] as number)) push(i - size + 1, i + 1);
    }
  }
}

const EXPONENT =
  /(?<![\d.])(\d{1,20}(?:\.\d{1,20})?|\.\d{1,20})(?:[eE]\s?|\s?[×x*]\s?10\s?(?:\^|\*\*)?\s?)([+-]?\d{1,6})(?!\d)/g;
/** Hexadecimal numbers, as programs print them. */
const HEXADECIMAL = /\b0[xX][0-9a-fA-F]{5,8}\b/g;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Rule 3 on numbers that are spelled with an exponent (`66645392e1`, `6.6645392 × 10⁸`) or hexadecimal. */
function findSpellings(text: string, subjects: SubjectNumbers, edits: Edit[]): void {
  const plain = /[⁰¹²³⁴-⁹]/.test(text)
    ? text.replace(/[⁰¹²³⁴-⁹]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit)))
    : text;
  const push = (match: RegExpExecArray): void => {
    const end = match.index + match[0].length;
    edits.push({ start: match.index, end, replacement: SSN_REPLACEMENT, rule: 'subject' });
  };
  for (const match of plain.matchAll(EXPONENT)) {
    const [, mantissa = '', exponent = ''] = match;
    if (findInNumber(`${mantissa.startsWith('.') ? '0' : ''}${mantissa}e${exponent}`, subjects)) {
      push(match);
    }
  }
  for (const match of text.matchAll(HEXADECIMAL)) if (subjects.hasNine(Number(match[0]))) push(match);
}

/** Rule 5: nine digits in one group, or in groups that together make nine, where `isSsn` says so. */
function findNine(runs: DigitRuns, push: PushDigits, isSsn: (start: number, end: number) => boolean): void {
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
