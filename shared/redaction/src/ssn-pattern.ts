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

/** Groups of three, two and four digits: where they begin and end among the digits, and the classes of what parts them. */
type Groups = Grouped & { readonly three: number; readonly next: number; readonly gaps: readonly [number, number] };

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
    const groups: Groups = {
      three,
      next: i,
      start: runs.starts[three] as number,
      end: runs.ends[i - 1] as number,
      first: gapText(text, runs, two),
      second: gapText(text, runs, four),
      gaps: [gaps[two] as number, gaps[four] as number],
    };
    if (isSsn(text, runs, groups) && !rows.isRow(groups)) push(three, i);
  }
  findOddlyParted(runs, push);
}

/**
 * Nine digits alike but in the places of an SSN's separators: parted by invisible characters only, or spaced out with
 * dashes there (`6 6 6 - 4 5 - 3 9 2 0`).
 */
function findOddlyParted({ count, gaps }: DigitRuns, push: PushDigits): void {
  for (let i = 0; i + 9 <= count; i++) {
    const inside = gaps[i + 1] as number;
    if (inside !== 0 && inside !== SPACE) continue;
    if ([2, 4, 6, 7, 8].some((k) => gaps[i + k] !== inside)) continue;
    const parts = [gaps[i + 3] as number, gaps[i + 5] as number];
    const ends = [gaps[i] as number, i + 9 < count ? (gaps[i + 9] as number) : LETTER];
    const isInvisible = inside === 0 && parts.every((gap) => gap === INVISIBLE) && !ends.includes(0);
    const isSpaced = inside === SPACE && parts.every(isSpacedDash) && !ends.some(isSpaceOrDash);
    if (isInvisible || isSpaced) push(i, i + 9);
  }
}

function isSpaceOrDash(gap: number): boolean {
  return (gap & ~(SPACE | DASH)) === 0;
}

function isSpacedDash(gap: number): boolean {
  return isSpaceOrDash(gap) && (gap & DASH) !== 0;
}

const LOOSE = SPACE | DASH | PAREN;

function isSsn(text: string, runs: DigitRuns, groups: Groups): boolean {
  const [first, second] = groups.gaps.map(visible) as [number, number];
  const all = first | second;
  if ((all & (LETTER | DIGIT | WIDE | BLOCK_TAG)) !== 0) return false;
  // Values in elements of their own stand beside each other in every report; one number has a sign between its groups.
  if (((groups.gaps[0] | groups.gaps[1]) & INLINE_TAG) !== 0 && (first & second & (DASH | DOT)) === 0) return false;
  if (isPartOfChain(text, groups)) return false;
  if (isSpace(first) && isSpace(second)) {
    // Groups parted by spaces read as one number only when the row does not go on at either side; lines are a list.
    if ((all & NEWLINE) !== 0 || MONEY_SIGN.test(text.charAt(groups.start - 1))) return false;
    return isAlone(text, runs, groups);
  }
  if ((all & ~(LOOSE | NEWLINE)) === 0) return !isTelephone(text, runs, groups.three);
  if ((all & NEWLINE) !== 0) return false;
  if ((all & ~(LOOSE | SLASH)) === 0 && (all & DASH) !== 0) return true;
  if (isDashAndOther(groups)) {
    const { start, end } = groups;
    return !DECIMAL_BEFORE.test(text.charAt(start - 1)) && !GOES_ON.test(text.slice(end, end + 3));
  }
  return isSameSeparator(text, runs, groups);
}

/** A row does not go on with more numbers, unless these are a birth date or a telephone, or the same number again. */
function isAlone(text: string, runs: DigitRuns, { three, next, start, end, first, second }: Groups): boolean {
  const isAfter = gapAt(runs, three) === SPACE;
  const isBefore = gapAt(runs, next) === SPACE;
  if (!isAfter && !isBefore) return true;
  if (first.length !== 1 || second.length !== 1) return false;
  const number = text.slice(start, end);
  const before = text.slice(Math.max(0, start - NEIGHBOUR), start);
  const after = text.slice(end, end + NEIGHBOUR);
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

/** `531-84.7296`: a dash, and a sign that was typed or scanned in place of the other one. */
function isDashAndOther({ first, second }: Grouped): boolean {
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
  const sign = groups.first.trim();
  if (groups.second.trim() !== sign || !/^(.)\1{0,2}$/su.test(sign) || sign === '$') return false;
  // `712 / 45 / 6780`: values beside each other.
  if (sign === '/' && groups.first !== sign) return false;
  const isList = /^[,;|"']$/.test(sign);
  if (isList && (groups.first !== sign || isListItem(text, groups, sign))) return false;
  if (sign === '.' && isVersion(text, groups.start)) return false;
  if (sign === '_') return true;
  // `3. 531.84.7296`: a sign and a space end a sentence, unless the groups are parted so.
  const goesOn = (gap: string): boolean => gap === groups.first || (gap.trim() === sign && !/\s/.test(gap));
  return !goesOn(gapText(text, runs, groups.three)) && !goesOn(gapText(text, runs, groups.next));
}

/** `a,123,45,6789,b`: a row of values, not one. */
function isListItem(text: string, { start, end }: Groups, sign: string): boolean {
  const before = text.charAt(start - 1);
  return before === sign || (text.charAt(end) === sign && /^\S/.test(text.slice(end + 1)));
}

/** `v123.45.6789` */
function isVersion(text: string, start: number): boolean {
  return /(?<![a-z])v(?:er(?:sion)?)?\.?\s?$/i.test(text.slice(Math.max(0, start - 10), start));
}

/** What stands before a digit back to the digit before it. */
function gapText(text: string, runs: DigitRuns, digit: number): string {
  if (digit === 0 || digit >= runs.count) return '';
  const gap = text.slice(runs.ends[digit - 1] as number, runs.starts[digit] as number);
  return gap.replace(/<[^<>]*>|[\p{Cf}\p{Mn}\p{Me}]/gu, '');
}

/** The classes of what stands before a digit, without the invisible; a letter after the last digit. */
function gapAt({ count, gaps }: DigitRuns, digit: number): number {
  return visible(digit < count ? (gaps[digit] as number) : LETTER);
}

function visible(gap: number): number {
  return gap & ~(INVISIBLE | INLINE_TAG);
}

function isSpace(gap: number): boolean {
  return gap !== 0 && (gap & ~(SPACE | NEWLINE)) === 0;
}

/** `$123 04 1999`: an amount, and then a month. */
const MONEY_SIGN = /\p{Sc}/u;

/** `+49 123 45-6789`: a country code goes before. */
function isTelephone(text: string, runs: DigitRuns, three: number): boolean {
  let first = three - 1;
  if (first < 0 || (gapAt(runs, three) & ~LOOSE) !== 0) return false;
  while (first > 0 && touches(runs.gaps[first] as number)) first--;
  // In North America the groups are three, three and four.
  const isNorthAmerica = three - first === 1 && runs.values[first] === 1;
  return three - first <= 3 && !isNorthAmerica && text.charAt((runs.starts[first] as number) - 1) === '+';
}
