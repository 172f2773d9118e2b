import {
  BLOCK_TAG,
  DASH,
  DIGIT,
  DOT,
  INLINE_TAG,
  INVISIBLE,
  LETTER,
  NEWLINE,
  PAREN,
  SLASH,
  SPACE,
  WIDE,
} from './characters.ts';
import { type DigitRuns, touches } from './digit-runs.ts';
import { type Grouped, isPartOfChain } from './number-chains.ts';
import { createNumberRows } from './text-tables.ts';

/** Called with the digits `from`…`to` (exclusive) that are an SSN. */
export type PushDigits = (from: number, to: number) => void;

/** Groups of three, two and four digits: where each begins, and where the last ends (indexes of digits). */
type Groups = { readonly three: number; readonly two: number; readonly four: number; readonly end: number };

/** Rule 4: groups of three, two and four digits with separators that a person would read over. */
export function findSsnPatterns(text: string, runs: DigitRuns, push: PushDigits): void {
  const { count, gaps } = runs;
  let three = -1;
  let two = -1;
  let four = -1;
  let start = 0;
  const rows = createNumberRows(text);
  for (let i = 1; i <= count; i++) {
    if (i < count && touches(gaps[i] as number)) continue;
    three = two;
    two = four;
    four = start;
    start = i;
    if (i - four !== 4 || four - two !== 2 || two - three !== 3 || three < 0) continue;
    const groups = { three, two, four, end: i };
    if (isSsn(text, runs, groups) && !rows.isRow(placeOf(text, runs, groups))) push(three, i);
  }
  findInvisiblePatterns(runs, push);
  findSpacedOutPatterns(runs, push);
}

/** `6 6 6 - 4 5 - 3 9 2 0`: digits spaced out, with dashes in the places of an SSN's separators. */
function findSpacedOutPatterns(runs: DigitRuns, push: PushDigits): void {
  const { count, gaps } = runs;
  for (let i = 0; i + 9 <= count; i++) {
    if (!isSpacedDash(gaps[i + 3] as number) || !isSpacedDash(gaps[i + 5] as number)) continue;
    if (![1, 2, 4, 6, 7, 8].every((k) => gaps[i + k] === SPACE)) continue;
    const ends = [gaps[i] as number, i + 9 < count ? (gaps[i + 9] as number) : LETTER];
    if (ends.every((gap) => (gap & ~(SPACE | DASH)) !== 0)) push(i, i + 9);
  }
}

function isSpacedDash(gap: number): boolean {
  return (gap & DASH) !== 0 && (gap & ~(SPACE | DASH)) === 0;
}

/** Nine digits whose groups are parted by invisible characters only, in the places of an SSN's separators. */
function findInvisiblePatterns(runs: DigitRuns, push: PushDigits): void {
  const { count, gaps } = runs;
  for (let i = 0; i + 9 <= count; i++) {
    if (gaps[i + 3] !== INVISIBLE || gaps[i + 5] !== INVISIBLE) continue;
    if (gaps[i] === 0 || (i + 9 < count && gaps[i + 9] === 0)) continue;
    if ([1, 2, 4, 6, 7, 8].every((k) => gaps[i + k] === 0)) push(i, i + 9);
  }
}

function placeOf(text: string, runs: DigitRuns, { three, two, four, end }: Groups): Grouped {
  return {
    start: runs.starts[three] as number,
    end: runs.ends[end - 1] as number,
    first: gapText(text, runs, two),
    second: gapText(text, runs, four),
  };
}

const LOOSE = SPACE | DASH | PAREN;

function isSsn(text: string, runs: DigitRuns, groups: Groups): boolean {
  const first = visible(runs, groups.two);
  const second = visible(runs, groups.four);
  const all = first | second;
  if ((all & (LETTER | DIGIT | WIDE | BLOCK_TAG)) !== 0) return false;
  // Values in elements of their own stand beside each other in every report; one number has a sign between its groups.
  if (hasInlineTag(runs, groups) && (first & second & (DASH | DOT)) === 0) return false;
  const place = placeOf(text, runs, groups);
  if (isPartOfChain(text, place)) return false;
  if (isSpace(first) && isSpace(second)) {
    // Groups parted by spaces read as one number only when the row does not go on at either side; lines are a list.
    if ((all & NEWLINE) !== 0 || isMoney(text, runs, groups.three)) return false;
    return isAlone(text, runs, groups);
  }
  if ((all & ~(LOOSE | NEWLINE)) === 0) return !isTelephone(text, runs, groups.three);
  if ((all & NEWLINE) !== 0) return false;
  if ((all & ~(LOOSE | SLASH)) === 0 && (all & DASH) !== 0) return true;
  if (isDashAndOther(place)) {
    const { start, end } = place;
    return !DECIMAL_BEFORE.test(text.charAt(start - 1)) && !GOES_ON.test(text.slice(end, end + 3));
  }
  return isSameSeparator(text, runs, groups);
}

/** A row does not go on with more numbers, unless these are a birth date or a telephone, or the same number again. */
function isAlone(text: string, runs: DigitRuns, { three, two, four, end }: Groups): boolean {
  const isAfter = visible(runs, three) === SPACE;
  const isBefore = visible(runs, end) === SPACE;
  if (!isAfter && !isBefore) return true;
  if ([two, four].some((digit) => gapText(text, runs, digit).length !== 1)) return false;
  const start = runs.starts[three] as number;
  const last = runs.ends[end - 1] as number;
  const number = text.slice(start, last);
  const before = text.slice(Math.max(0, start - NEIGHBOUR), start);
  const after = text.slice(last, last + NEIGHBOUR);
  if (isAfter && !PERSONAL_BEFORE.test(before) && !before.endsWith(`${number} `)) return false;
  return !isBefore || PERSONAL_AFTER.test(after) || after.startsWith(` ${number}`);
}

/** As far as a telephone or a date reaches, and a word before it. */
const NEIGHBOUR = 32;
/** Accounts are opened in these years too, so that a year of this century says nothing without a word. */
const PERSONAL_BEFORE =
  /(?:(?<![\d/.-])\d{1,2}([/.-])\d{1,2}(?:\1)(?:19\d\d|\d{2,4}(?<=\b(?:dob|d\.o\.b\.?|born|birth(?:\s?date|day)?|date of birth)\W{0,4}(?:on\s)?\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}))|(?<![\d.-])(?:\(\d{3}\)\s?\d{3}-|\d{3}([-.])\d{3}\2)\d{4})\s$/i;
const PERSONAL_AFTER =
  /^\s(?:\d{1,2}([/.-])\d{1,2}(?:\1)19\d\d|(?:\(\d{3}\)\s?\d{3}-|\d{3}([-.])\d{3}\2)\d{4})(?![\d/-]|\.\d)/;

/** `531-84.7296`: a dash, and a sign that somebody typed or a scanner read in place of the other one. */
function isDashAndOther({ first, second }: { readonly first: string; readonly second: string }): boolean {
  return (
    (SINGLE_DASH.test(first) && MISREAD_DASH.test(second)) || (MISREAD_DASH.test(first) && SINGLE_DASH.test(second))
  );
}

const SINGLE_DASH = /^\p{Pd}$/u;
const MISREAD_DASH = /^[.·•~_¬¯]$/;
/** A longer decimal, an amount, a chain, a code, a degree of longitude. */
const DECIMAL_BEFORE = /[\p{L}\d.,$€£#+~_/-]/u;
/** The same behind it, and a degree of longitude. */
const GOES_ON = /^(?:[.,~_/-]?\d|\s?[NSEWnsew](?![a-z])|['’′″°"%])/;

/** One sign, twice, as in `123.45.6789`; a longer chain of it is a list, a version, a path. */
function isSameSeparator(text: string, runs: DigitRuns, groups: Groups): boolean {
  const separator = gapText(text, runs, groups.two);
  const sign = separator.trim();
  if (gapText(text, runs, groups.four).trim() !== sign || !/^(.)\1{0,2}$/su.test(sign) || sign === '$') return false;
  const isList = /^[,;|"']$/.test(sign);
  if (isList && (separator !== sign || isListItem(text, runs, groups, sign))) return false;
  if (sign === '.' && isVersion(text, runs.starts[groups.three] as number)) return false;
  if (sign === '_') return true;
  // `3. 531.84.7296`: a sign and a space end a sentence, unless the groups are parted so.
  const goesOn = (gap: string): boolean => gap === separator || (gap.trim() === sign && !/\s/.test(gap));
  return !goesOn(gapText(text, runs, groups.three)) && !goesOn(gapText(text, runs, groups.end));
}

/** `a,123,45,6789,b`: a row of values, not one. */
function isListItem(text: string, runs: DigitRuns, groups: Groups, sign: string): boolean {
  const before = text.charAt((runs.starts[groups.three] as number) - 1);
  const end = runs.ends[groups.end - 1] as number;
  return before === sign || (text.charAt(end) === sign && /^\S/.test(text.slice(end + 1)));
}

/** `v123.45.6789` */
function isVersion(text: string, start: number): boolean {
  return /(?<![a-z])v(?:er(?:sion)?)?\.?\s?$/i.test(text.slice(Math.max(0, start - 10), start));
}

/** What stands before a digit back to the digit before it. */
function gapText(text: string, runs: DigitRuns, digit: number): string {
  if (digit === 0 || digit >= runs.count) return '';
  return withoutInvisible(text.slice(runs.ends[digit - 1] as number, runs.starts[digit] as number));
}

function withoutInvisible(gap: string): string {
  return gap.replace(/<[^<>]*>|[\p{Cf}\p{Mn}\p{Me}]/gu, '');
}

/** The classes of what stands before a digit, without the invisible; a letter after the last digit. */
function visible(runs: DigitRuns, digit: number): number {
  return digit < runs.count ? (runs.gaps[digit] as number) & ~(INVISIBLE | INLINE_TAG) : LETTER;
}

function hasInlineTag({ gaps }: DigitRuns, { two, four }: Groups): boolean {
  return (((gaps[two] as number) | (gaps[four] as number)) & INLINE_TAG) !== 0;
}

function isSpace(gap: number): boolean {
  return gap !== 0 && (gap & ~(SPACE | NEWLINE)) === 0;
}

/** `$123 04 1999`: an amount, and then a month. */
function isMoney(text: string, runs: DigitRuns, digit: number): boolean {
  return /\p{Sc}/u.test(text.charAt((runs.starts[digit] as number) - 1));
}

/** `+49 123 45-6789`: a country code goes before. */
function isTelephone(text: string, runs: DigitRuns, three: number): boolean {
  let first = three - 1;
  if (first < 0 || (visible(runs, three) & ~LOOSE) !== 0) return false;
  while (first > 0 && touches(runs.gaps[first] as number)) first--;
  // In North America the groups are three, three and four.
  const isNorthAmerica = three - first === 1 && runs.values[first] === 1;
  return three - first <= 3 && !isNorthAmerica && text.charAt((runs.starts[first] as number) - 1) === '+';
}
