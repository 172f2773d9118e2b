import { bareDigits, type SubjectNumbers } from './subject-numbers.ts';
import { ARRAY, NUMBER, OBJECT, STRING, type TokenIndex } from './token-index.ts';

/** A number that several values below an SSN's name make up together. */
export type PartedNumber = { readonly digits: string; readonly entries: readonly number[] };

type Part = { readonly entry: number; readonly digits: string };

/** Values of one object, or under one name in the objects of a list; more are a table of something else. */
const MAX_PARTS = 24;
const MAX_PART_DIGITS = 8;
/** A part and its signs are no longer than this. */
const MAX_PART_SPELLING = 64;

/** Parts of an SSN by what holds them: `ssn1`, `ssn2`, `ssn3` in one container. */
export type SsnParts = Map<number, Part[]>;

export function addPart<K>(groups: Map<K, Part[]>, group: K, part: Part): void {
  const parts = groups.get(group);
  if (parts === undefined) groups.set(group, [part]);
  else if (parts.length <= MAX_PARTS) parts.push(part);
}

/** Adds the numbers that parts make up: three, two and four digits, five and four, or digit by digit. */
export function collectParts(groups: SsnParts, subjects: SubjectNumbers): void {
  for (const parts of groups.values()) {
    if (joined(parts).length === 9) subjects.add(joined(groupsOf(parts) ?? parts));
  }
}

/**
 * Numbers that stand below a name that says SSN in parts, whatever the parts are called: three, two and four digits,
 * five and four, digit by digit (also as character codes), or eight that lost a zero. The parts are members of one
 * object (`{"a":"531","b":"84","c":"7296"}`) or stand under one name, or none, in the items of a list.
 *
 * @param isOther whether an entry's own name says that it holds something else (a date, a count)
 */
export function numbersInParts(
  tokens: TokenIndex,
  container: number,
  isOther: (entry: number) => boolean,
): readonly PartedNumber[] {
  const groups = new Map<string, Part[]>();
  const end = tokens.nextOf(container);
  for (let entry = container + 1; entry < end; entry++) {
    const digits = isOther(entry) ? null : partDigits(tokens, entry);
    if (digits === null) continue;
    const parent = tokens.parentOf(entry);
    const list = parent === container ? -1 : tokens.parentOf(parent);
    if (tokens.kindOf(parent) === OBJECT) addPart(groups, `members of ${parent}`, { entry, digits });
    if (list >= 0 && tokens.kindOf(list) === ARRAY)
      addPart(groups, `${tokens.nameOf(entry)} in ${list}`, { entry, digits });
  }
  return [...groups.values()].flatMap((parts) => (parts.length > MAX_PARTS ? [] : (assembled(parts) ?? [])));
}

/**
 * The numbers that values make up one after the other, three, two and four digits or five and four, when each says by
 * its name that it is such a part. Numbers have lost their leading zeros.
 */
export function numbersOfParts(tokens: TokenIndex, entries: readonly number[]): readonly PartedNumber[] {
  const inOrder = [...new Set(entries)].toSorted((a, b) => a - b);
  const parts = inOrder.flatMap((entry) => {
    const digits = partDigits(tokens, entry);
    return digits === null ? [] : [{ entry, digits }];
  });
  if (parts.length > MAX_PARTS) return [];
  const numbers: PartedNumber[] = [];
  for (let from = 0; from < parts.length; ) {
    const lengths = ORDERS.find((order) => isNumber(parts.slice(from, from + order.length), order));
    if (lengths === undefined) {
      from++;
      continue;
    }
    const found = parts.slice(from, from + lengths.length);
    const digits = found.map((part, i) => part.digits.padStart(lengths[i] as number, '0')).join('');
    numbers.push({ digits, entries: found.map(entryOf) });
    from += lengths.length;
  }
  if (numbers.length > 0) return numbers;
  // Names may stand in any order.
  const chosen = groupsOf(parts);
  return chosen !== null && isWrittenInParts(chosen) ? [numberOf(chosen)] : [];

  /** Five and four digits may be two amounts; what is written in parts is a string. */
  function isWrittenInParts(some: readonly Part[]): boolean {
    return some.length > 2 || some.every(({ entry }) => tokens.kindOf(entry) === STRING);
  }

  function isNumber(some: readonly Part[], lengths: readonly number[]): boolean {
    if (some.length < lengths.length) return false;
    if (!isWrittenInParts(some)) return false;
    const count = some.reduce((sum, { digits }) => sum + digits.length, 0);
    return count >= LEAST_DIGITS && some.every(isPart);

    function isPart({ entry, digits }: Part, i: number): boolean {
      const length = lengths[i] as number;
      return tokens.kindOf(entry) === NUMBER ? digits.length <= length : digits.length === length;
    }
  }
}

/** Two zeros may be lost. */
const LEAST_DIGITS = 7;

/** How many digits the parts of a number have, in its order. */
export const ORDERS = [
  [3, 2, 4],
  [5, 4],
] as const;

/** One to eight digits (nine make a number by themselves) that are, signs aside, the whole of a value. */
function partDigits(tokens: TokenIndex, entry: number): string | null {
  const kind = tokens.kindOf(entry);
  if (kind !== STRING && kind !== NUMBER) return null;
  if (tokens.lengthOf(entry) > MAX_PART_SPELLING) return null;
  const spelling = tokens.spelling(entry);
  if (kind === NUMBER) return /^\d{1,8}$/.test(spelling) ? spelling : null;
  const digits = bareDigits(tokens.decode(spelling));
  return digits === null || digits === '' || digits.length > MAX_PART_DIGITS ? null : digits;
}

function assembled(all: readonly Part[]): PartedNumber | null {
  // A long integer's high half is zero; so is the sequence number of what is first.
  const isLong = all.some(({ digits }) => digits.length >= 7);
  const parts = isLong ? all.filter(({ digits }) => digits !== '0') : all;
  const chosen = inOrder(parts) ?? groupsOf(parts) ?? singleDigits(parts);
  return chosen === null ? characterCodes(parts) : numberOf(chosen);
}

/** All of them, when they are nine digits, or eight that do not read as a date. */
function inOrder(parts: readonly Part[]): readonly Part[] | null {
  const digits = joined(parts);
  if (digits.length !== 9 && (digits.length !== 8 || DATE.test(digits))) return null;
  return parts.length === 9 && tellsNothing(digits) ? null : (groupsOf(parts) ?? parts);
}

/** Three, two and four digits, or five and four, in this order; null when any is missing or has rivals. */
function groupsOf(parts: readonly Part[]): readonly Part[] | null {
  return oneOfEach(parts, ORDERS[0]) ?? oneOfEach(parts, ORDERS[1]);
}

/** The one part of each of these lengths; null when one is missing or has rivals. */
export function oneOfEach<P extends { readonly digits: string }>(
  parts: readonly P[],
  lengths: readonly number[],
): readonly P[] | null {
  const chosen: P[] = [];
  for (const length of lengths) {
    const [only, rival] = parts.filter(({ digits }) => digits.length === length);
    if (only === undefined || rival !== undefined) return null;
    chosen.push(only);
  }
  return chosen;
}

function singleDigits(parts: readonly Part[]): readonly Part[] | null {
  const singles = parts.filter(({ digits }) => digits.length === 1);
  return singles.length === 9 && !tellsNothing(joined(singles)) ? singles : null;
}

/** Single digits that are match results (no, yes, not compared) or count up: positions of digits beside them. */
export function tellsNothing(digits: string): boolean {
  return new Set(digits).size <= 3 || '0123456789'.includes(digits);
}

/** Bytes of a text that a program wrote as numbers: 48 is the digit 0. */
function characterCodes(parts: readonly Part[]): PartedNumber | null {
  const codes = parts.filter(({ digits }) => /^(?:4[89]|5[0-7])$/.test(digits));
  if (codes.length !== 9) return null;
  return { digits: codes.map(({ digits }) => String(Number(digits) - 48)).join(''), entries: codes.map(entryOf) };
}

function numberOf(parts: readonly Part[]): PartedNumber {
  return { digits: joined(parts), entries: parts.map(entryOf) };
}

function joined(parts: readonly Part[]): string {
  return parts.map(({ digits }) => digits).join('');
}

function entryOf({ entry }: Part): number {
  return entry;
}

/** Eight digits as year, month and day in a usual order, in one value or three, and two years. */
const DATE =
  /^(?:(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])|(?:19|20)\d\d)|(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2]))(?:19|20)\d\d)$/;
