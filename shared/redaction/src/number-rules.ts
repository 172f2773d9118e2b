import { characterClass, digitsOf, digitValue, LETTER } from './characters.ts';
import type { Edit } from './edits.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { hasDigit } from './marks.ts';
import { type SubjectNumbers, wholeNumberDigits } from './subject-numbers.ts';
import { endOf, entryMarks, kindOf, NUMBER, nextOf, OBJECT, parentOf, STRING, startOf, type Tape } from './tape.ts';

const BILLION = 1_000_000_000;

/** Rule 3 on a JSON number: by its value (`1.23456789e8`) or by the digits that it is spelled with. */
export function findInNumber(spelling: string, subjects: SubjectNumbers): boolean {
  const whole = wholeNumberDigits(spelling);
  if (whole !== null && whole.length >= 7) {
    const value = Number(whole);
    if (subjects.hasNine(value) && (whole.length === 9 || subjects.hasShort(value))) return true;
  }
  const digits = digitsOf(spelling);
  let window = 0;
  for (let i = 0; i < digits.length; i++) {
    window = (window * 10 + digits.charCodeAt(i) - 0x30) % BILLION;
    if (i >= 8 && subjects.hasNine(window)) return true;
  }
  return false;
}

/** Values that could be parts of a number, per container; more are a table, of which only neighbours are tried. */
const MAX_PARTS = 24;

/**
 * Rule 3 on values that only together are a number: digits in an array, side by side; area, group and serial, or the
 * first five and the last four, anywhere among the fields of one object. Parts hold nothing but digits and signs.
 */
export function findInSiblings(json: Tape, subjects: SubjectNumbers): readonly Edit[] {
  const edits: Edit[] = [];
  const replace = (entry: number): void => {
    const replacement = kindOf(json, entry) === NUMBER ? `"${SSN_REPLACEMENT}"` : SSN_REPLACEMENT;
    edits.push({ start: startOf(json, entry), end: endOf(json, entry), replacement, rule: 'subject' });
  };

  const parts = new Int32Array(json.length);
  /** Of the objects: which lengths their parts have, as bits. */
  const lengths = new Uint16Array(json.length);
  /** The parts from here on stand side by side and have nine digits at most. */
  let first = 0;
  let runLength = 0;
  let runParent = -1;
  for (let entry = 0; entry < json.length; entry++) {
    const part = readPart(json, entry);
    const parent = parentOf(json, entry);
    if (part === NO_PART || parent !== runParent) {
      first = part === NO_PART ? entry + 1 : entry;
      runLength = 0;
    }
    runParent = parent;
    if (part === NO_PART) continue;
    parts[entry] = part;
    runLength += lengthOf(part);
    while (runLength > 9) runLength -= lengthOf(parts[first++] as number);
    if (runLength === 9) {
      let number = 0;
      for (let i = first; i <= entry; i++) number = joined(number, parts[i] as number);
      if (subjects.hasNine(number)) for (let i = first; i <= entry; i++) replace(i);
    }
    if (parent >= 0 && kindOf(json, parent) === OBJECT) {
      lengths[parent] = (lengths[parent] as number) | (1 << lengthOf(part));
    }
  }
  for (let container = 0; container < json.length; container++) {
    if (!mayCombine(lengths[container] as number)) continue;
    for (const entry of findCombined(json, container, parts, subjects)) replace(entry);
  }
  return edits;
}

/** Lengths of parts as bits. */
const FOUR = 1 << 4;
const FIVE = 1 << 5;
const TWO_AND_THREE = (1 << 2) | (1 << 3);

function mayCombine(lengths: number): boolean {
  return (lengths & FOUR) !== 0 && ((lengths & FIVE) !== 0 || (lengths & TWO_AND_THREE) === TWO_AND_THREE);
}

/** The members of an object that make a number: five digits and four, or three, two and four, in any order. */
function findCombined(json: Tape, container: number, parts: Int32Array, subjects: SubjectNumbers): readonly number[] {
  const members: number[] = [];
  const end = nextOf(json, container);
  for (let entry = container + 1; entry < end && members.length < MAX_PARTS; entry = nextOf(json, entry)) {
    if (parts[entry] !== NO_PART) members.push(entry);
  }
  const found: number[] = [];
  for (const last of members) {
    const four = parts[last] as number;
    if (lengthOf(four) !== 4) continue;
    for (const first of members) {
      const start = parts[first] as number;
      const length = lengthOf(start);
      if (length === 5 && subjects.hasNine(joined(start % PART_LENGTH, four))) found.push(first, last);
      if (length !== 3) continue;
      for (const middle of members) {
        const two = parts[middle] as number;
        if (lengthOf(two) !== 2 || !subjects.hasNine(joined(joined(start % PART_LENGTH, two), four))) continue;
        found.push(first, middle, last);
      }
    }
  }
  return found;
}

/** A part and its signs are no longer than this. */
const MAX_PART_LENGTH = 12;
const MAX_PART_DIGITS = 8;

/** A part as one number: how many digits it has, and what they say. */
const NO_PART = 0;
const PART_LENGTH = 100_000_000;
const POWERS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

function lengthOf(part: number): number {
  return Math.floor(part / PART_LENGTH);
}

/** The number that a part's digits make behind those of another. */
function joined(number: number, part: number): number {
  return number * (POWERS[lengthOf(part)] as number) + (part % PART_LENGTH);
}

/** One to eight digits that are, signs aside, the whole of a value. */
function readPart(json: Tape, entry: number): number {
  const kind = kindOf(json, entry);
  if (kind !== STRING && kind !== NUMBER) return NO_PART;
  // Most short strings are words: they need not be looked at.
  if (kind === STRING && !hasDigit(entryMarks(json, entry))) return NO_PART;
  const start = startOf(json, entry);
  const end = endOf(json, entry);
  if (end - start > MAX_PART_LENGTH) return NO_PART;
  let count = 0;
  let value = 0;
  for (let i = start; i < end; i++) {
    let codePoint = json.text.charCodeAt(i);
    if (codePoint >= 0xd800 && codePoint < 0xdc00 && i + 1 < end) codePoint = json.text.codePointAt(i) as number;
    if (codePoint > 0xffff) i++;
    const digit = digitValue(codePoint);
    if (digit >= 0) {
      if (++count > MAX_PART_DIGITS) return NO_PART;
      value = value * 10 + digit;
    } else if (characterClass(codePoint) === LETTER) return NO_PART;
  }
  return count === 0 ? NO_PART : count * PART_LENGTH + value;
}
