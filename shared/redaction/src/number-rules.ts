import { characterClass, digitsOf, LETTER } from './characters.ts';
import type { Edit } from './edits.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { hasDigit } from './marks.ts';
import { bareDigits, type SubjectNumbers, wholeNumberDigits } from './subject-numbers.ts';
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

type Part = { readonly entry: number; readonly digits: string };

/**
 * Rule 3 on values that only together are a number: digits in an array, side by side; area, group and serial, or the
 * first five and the last four, anywhere among the fields of one object. Parts hold nothing but digits and signs.
 */
export function findInSiblings(json: Tape, subjects: SubjectNumbers): readonly Edit[] {
  const edits: Edit[] = [];
  const replace = (parts: readonly Part[]): void => {
    for (const { entry } of parts) {
      const replacement = kindOf(json, entry) === NUMBER ? `"${SSN_REPLACEMENT}"` : SSN_REPLACEMENT;
      edits.push({ start: startOf(json, entry), end: endOf(json, entry), replacement, rule: 'subject' });
    }
  };
  const isSubject = (parts: readonly Part[]): boolean =>
    subjects.hasNine(Number(parts.map(({ digits }) => digits).join('')));

  /** All parts of a container, and those of them that stand side by side, nine digits at most. */
  const partsOf = new Map<number, Part[]>();
  let run: Part[] = [];
  let runLength = 0;
  let parent = -1;
  for (let entry = 0; entry < json.length; entry++) {
    const digits = nextOf(json, entry) === entry + 1 ? partDigits(json, entry) : null;
    if (digits === null || parentOf(json, entry) !== parent) {
      run = [];
      runLength = 0;
    }
    parent = parentOf(json, entry);
    if (digits === null) continue;
    const part = { entry, digits };
    run.push(part);
    runLength += digits.length;
    while (runLength > 9) runLength -= (run.shift() as Part).digits.length;
    if (runLength === 9 && isSubject(run)) replace(run);
    if (parent < 0 || kindOf(json, parent) !== OBJECT) continue;
    const parts = partsOf.get(parent);
    if (parts === undefined) partsOf.set(parent, [part]);
    else if (parts.length < MAX_PARTS) parts.push(part);
  }
  for (const parts of partsOf.values()) {
    for (const combined of combinations(parts)) if (isSubject(combined)) replace(combined);
  }
  return edits;
}

/** Lengths of parts as bits. */
const FOUR = 1 << 4;
const FIVE = 1 << 5;
const TWO_AND_THREE = (1 << 2) | (1 << 3);

/** Five digits and four, and three, two and four, in any order of the fields. */
function* combinations(parts: readonly Part[]): Generator<readonly Part[]> {
  let lengths = 0;
  for (const { digits } of parts) lengths |= 1 << digits.length;
  if ((lengths & FOUR) === 0 || ((lengths & FIVE) === 0 && (lengths & TWO_AND_THREE) !== TWO_AND_THREE)) return;
  const ofLength = (length: number): readonly Part[] => parts.filter(({ digits }) => digits.length === length);
  for (const last of ofLength(4)) {
    for (const first of ofLength(5)) yield [first, last];
    for (const middle of ofLength(2)) for (const first of ofLength(3)) yield [first, middle, last];
  }
}

/** A part and its signs are no longer than this. */
const MAX_PART_LENGTH = 12;

/** One to eight digits that are, signs aside, the whole of a value. */
function partDigits(json: Tape, entry: number): string | null {
  const kind = kindOf(json, entry);
  const start = startOf(json, entry);
  const length = endOf(json, entry) - start;
  if ((kind !== STRING && kind !== NUMBER) || length === 0 || length > MAX_PART_LENGTH) return null;
  // Most short strings are words: they need not be cut out to be refused.
  if (kind === STRING && !hasDigit(entryMarks(json, entry))) return null;
  if (characterClass(json.text.codePointAt(start) as number) === LETTER) return null;
  const digits = bareDigits(json.text.slice(startOf(json, entry), endOf(json, entry)));
  return digits === null || digits === '' || digits.length > 8 ? null : digits;
}
