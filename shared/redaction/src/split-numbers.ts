import { hasDigit } from './character-classes.ts';
import { ASCII_DIGIT_ZERO, characterClass, digitValue, LETTER } from './characters.ts';
import { type Edit, valueRemoval } from './edits.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import { NUMBER, OBJECT, STRING, type TokenIndex } from './token-index.ts';

/** What a byte of a list says: a digit, a sign between digits, or that the row ends. */
const SEPARATOR = -1;
const NO_CODE = -2;

function digitOfCode(code: number): number {
  if (code >= ASCII_DIGIT_ZERO && code <= ASCII_DIGIT_ZERO + 9) return code - ASCII_DIGIT_ZERO;
  return SEPARATORS.has(code) ? SEPARATOR : NO_CODE;
}

/** Space, dash, point and slash. */
const SEPARATORS: ReadonlySet<number> = new Set([0x20, 0x2d, 0x2e, 0x2f]);

/** Values that could be parts of a number, per container; more are a table, of which only neighbours are tried. */
const MAX_PARTS = 24;

/**
 * Rule 3 on values that only together are a number: parts one after the other in the text, or one after the other under
 * the same name (digits in an array, in objects of a list, in attributes), whatever without digits stands between them;
 * area, group and serial, or the first five and the last four, anywhere among the fields of one object. Parts hold
 * nothing but digits and signs.
 */
export function findInSiblings(tokens: TokenIndex, subjects: SubjectNumbers): readonly Edit[] {
  const edits: Edit[] = [];
  const replace = (entry: number): void => {
    edits.push(valueRemoval(tokens, entry, 'subject'));
  };
  const parts = new Int32Array(tokens.length);
  /** Of the objects: which lengths their parts have, as bits. */
  const lengths = new Uint16Array(tokens.length);
  const own = piecesOf(subjects);
  for (let entry = 0; entry < tokens.length; entry++) {
    const part = readPart(tokens, entry);
    if (part === NO_PART) continue;
    parts[entry] = part;
    const parent = tokens.parentOf(entry);
    if (own.has(part) && parent >= 0 && tokens.kindOf(parent) === OBJECT) {
      lengths[parent] = (lengths[parent] as number) | (1 << lengthOf(part));
    }
  }
  const combined = new Set<number>();
  for (let container = 0; container < tokens.length; container++) {
    if (!mayCombine(lengths[container] as number)) continue;
    for (const entry of findCombined(tokens, container, parts, subjects)) combined.add(entry);
  }
  for (const entry of combined) replace(entry);

  const all: Row = { parts, previous: new Int32Array(tokens.length) };
  const named: Row = { parts, previous: new Int32Array(tokens.length) };
  const lastOfName = new Int32Array(tokens.names.length).fill(-1);
  const codes: CodeRow = { entries: [], digitsAt: [], number: 0 };
  let last = -1;
  for (let entry = 0; entry < tokens.length; entry++) {
    const part = parts[entry] as number;
    if (part === NO_PART) continue;
    // What is a number with its own siblings is none with a value that happens to come next.
    if (combined.has(entry)) {
      last = -1;
      continue;
    }
    for (const code of findInCodes(codes, entry, part, subjects)) replace(code);
    const name = tokens.nameOf(entry);
    if (!own.has(part)) {
      last = -1;
      if (name >= 0) lastOfName[name] = -1;
      continue;
    }
    all.previous[entry] = last;
    if (last >= 0) findInRow(entry, all, subjects, replace);
    if (name >= 0) {
      const before = lastOfName[name] as number;
      named.previous[entry] = before;
      lastOfName[name] = entry;
      if (before >= 0 && before !== last) findInRow(entry, named, subjects, replace);
    }
    last = entry;
  }
  return edits;
}

const pieces = new WeakMap<SubjectNumbers, { readonly count: number; readonly parts: ReadonlySet<number> }>();

/** All that may be a part of one of the numbers, also without its leading zeros. */
function piecesOf(subjects: SubjectNumbers): ReadonlySet<number> {
  const numbers = subjects.all();
  const known = pieces.get(subjects);
  if (known?.count === numbers.size) return known.parts;
  const parts = new Set<number>();
  for (const number of numbers) {
    const digits = String(number).padStart(9, '0');
    for (let from = 0; from < 9; from++) {
      for (let to = from + 1; to <= 9 && to - from <= MAX_PART_DIGITS; to++) {
        const value = Number(digits.slice(from, to));
        parts.add(((to - from) << LENGTH_SHIFT) | value);
        parts.add((String(value).length << LENGTH_SHIFT) | value);
      }
    }
  }
  pieces.set(subjects, { count: numbers.size, parts });
  return parts;
}

/** Values in a row: their parts, and which one stands before each (-1: none). */
type Row = { readonly parts: Int32Array; readonly previous: Int32Array };

/** Numbers of fewer digits are not looked for: of nine, two may be leading zeros that got lost. */
const LEAST_DIGITS = 7;

/** The parts back from the last one that together are a number, with all its digits or without leading zeros. */
function findInRow(last: number, row: Row, subjects: SubjectNumbers, found: (entry: number) => void): void {
  const { parts, previous } = row;
  let length = 0;
  let number = 0;
  let count = 0;
  for (let at = last; at >= 0 && length < 9; at = previous[at] as number) {
    const part = parts[at] as number;
    number += digitsIn(part) * (POWERS[length] as number);
    length += lengthOf(part);
    count++;
    if (count === 1 || length > 9 || length < LEAST_DIGITS) continue;
    if (length === 9 ? subjects.hasNine(number) : subjects.hasShort(number)) foundBack(last, count, row, found);
  }
  // The groups may have lost zeros each: 531, 4 and 296 are 531-04-0296.
  const four = parts[last] as number;
  const middle = previous[last] as number;
  if (middle < 0 || lengthOf(four) > 4) return;
  const two = parts[middle] as number;
  const digits = lengthOf(four) + lengthOf(two);
  const end = digitsIn(two) * 10_000 + digitsIn(four);
  if (lengthOf(two) <= 5 && digits >= LEAST_DIGITS && subjects.hasNine(end)) foundBack(last, 2, row, found);
  const first = previous[middle] as number;
  if (first < 0 || lengthOf(two) > 2) return;
  const three = parts[first] as number;
  if (lengthOf(three) > 3 || digits + lengthOf(three) < LEAST_DIGITS) return;
  if (subjects.hasNine(digitsIn(three) * 1_000_000 + end)) foundBack(last, 3, row, found);
}

function foundBack(last: number, size: number, { previous }: Row, found: (entry: number) => void): void {
  for (let at = last, left = size; left > 0; at = previous[at] as number, left--) found(at);
}

/** The digits that values in a row tell as character codes, and where they stand. */
type CodeRow = { entries: number[]; digitsAt: number[]; number: number };

/** Bytes that a program printed as numbers: `[53,51,49,…]`, `{"type":"Buffer","data":[…]}`, `{"0":53,"1":51,…}`. */
function findInCodes(row: CodeRow, entry: number, part: number, subjects: SubjectNumbers): readonly number[] {
  const digit = lengthOf(part) < 2 ? NO_CODE : digitOfCode(digitsIn(part));
  if (digit === NO_CODE) {
    if (row.entries.length > 0) {
      row.entries = [];
      row.digitsAt = [];
    }
    return NOTHING;
  }
  row.entries.push(entry);
  if (digit === SEPARATOR) return NOTHING;
  row.digitsAt.push(row.entries.length - 1);
  row.number = (row.number * 10 + digit) % BILLION;
  const first = row.digitsAt.at(-NINE);
  return first !== undefined && subjects.hasNine(row.number) ? row.entries.slice(first) : NOTHING;
}

const NINE = 9;
const BILLION = 1_000_000_000;
const NOTHING: readonly number[] = [];

/** Texts that one after the other, each digits and little else, are a number: where the digits of each are. */
export function findInTexts(texts: readonly string[], subjects: SubjectNumbers): readonly number[] {
  const indexes: number[] = [];
  const values: number[] = [];
  for (const [index, text] of texts.entries()) {
    const part = text.length > MAX_TEXT_LENGTH ? NO_PART : partIn(text, 0, text.length, true);
    if (part === NO_PART) continue;
    indexes.push(index);
    values.push(part);
  }
  const row = { parts: Int32Array.from(values), previous: Int32Array.from(values, (_, index) => index - 1) };
  const found = new Set<number>();
  for (let last = 1; last < values.length; last++) {
    findInRow(last, row, subjects, (at) => found.add(indexes[at] as number));
  }
  return [...found];
}

/** A text with a part in it, and a word that says so (`SSN 123`). */
const MAX_TEXT_LENGTH = 32;

/** Lengths of parts as bits. */
const FOUR = 1 << 4;
const FIVE = 1 << 5;
const TWO_AND_THREE = (1 << 2) | (1 << 3);

function mayCombine(lengths: number): boolean {
  return (lengths & FOUR) !== 0 && ((lengths & FIVE) !== 0 || (lengths & TWO_AND_THREE) === TWO_AND_THREE);
}

/** The members of an object that make a number: five digits and four, or three, two and four, in any order. */
function findCombined(
  json: TokenIndex,
  container: number,
  parts: Int32Array,
  subjects: SubjectNumbers,
): readonly number[] {
  const members: number[] = [];
  const end = json.nextOf(container);
  for (let entry = container + 1; entry < end && members.length < MAX_PARTS; entry = json.nextOf(entry)) {
    if (parts[entry] !== NO_PART) members.push(entry);
  }
  const found: number[] = [];
  for (const last of members) {
    const four = parts[last] as number;
    if (lengthOf(four) !== 4) continue;
    for (const first of members) {
      const start = parts[first] as number;
      const length = lengthOf(start);
      if (length === 5 && subjects.hasNine(joined(digitsIn(start), four))) found.push(first, last);
      if (length !== 3) continue;
      for (const middle of members) {
        const two = parts[middle] as number;
        if (lengthOf(two) !== 2 || !subjects.hasNine(joined(joined(digitsIn(start), two), four))) continue;
        found.push(first, middle, last);
      }
    }
  }
  return found;
}

/** A part and its signs are no longer than this. */
const MAX_PART_LENGTH = 12;
const MAX_PART_DIGITS = 8;

/** A part as one number: how many digits it has, and in the lower bits what they say. */
const NO_PART = 0;
const LENGTH_SHIFT = 27;
const VALUE_BITS = 2 ** LENGTH_SHIFT - 1;
const POWERS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

function lengthOf(part: number): number {
  return part >> LENGTH_SHIFT;
}

function digitsIn(part: number): number {
  return part & VALUE_BITS;
}

/** The number that a part's digits make behind those of another. */
function joined(number: number, part: number): number {
  return number * (POWERS[lengthOf(part)] as number) + digitsIn(part);
}

/** One to eight digits that are, signs aside, the whole of a value. */
function readPart(tokens: TokenIndex, entry: number): number {
  const kind = tokens.kindOf(entry);
  if (kind !== STRING && kind !== NUMBER) return NO_PART;
  // Most short strings are words: they need not be looked at.
  if (kind === STRING && !hasDigit(tokens.classesOf(entry))) return NO_PART;
  const start = tokens.startOf(entry);
  const end = tokens.endOf(entry);
  return end - start > MAX_PART_LENGTH ? NO_PART : partIn(tokens.text, start, end, false);
}

function partIn(text: string, start: number, end: number, withWords: boolean): number {
  let count = 0;
  let value = 0;
  for (let i = start; i < end; i++) {
    let codePoint = text.charCodeAt(i);
    if (codePoint >= 0xd800 && codePoint < 0xdc00 && i + 1 < end) codePoint = text.codePointAt(i) as number;
    if (codePoint > 0xffff) i++;
    const digit = digitValue(codePoint);
    if (digit >= 0) {
      if (++count > MAX_PART_DIGITS) return NO_PART;
      value = value * 10 + digit;
    } else if (!withWords && characterClass(codePoint) === LETTER) return NO_PART;
  }
  return count === 0 ? NO_PART : (count << LENGTH_SHIFT) | value;
}
