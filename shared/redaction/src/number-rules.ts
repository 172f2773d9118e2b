import { digitsOf } from './characters.ts';
import type { Edit } from './edits.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { bareDigits, type SubjectNumbers, wholeNumberDigits } from './subject-numbers.ts';
import { endOf, kindOf, NUMBER, nextOf, parentOf, STRING, startOf, type Tape } from './tape.ts';

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

/**
 * Rule 3 on values that only together are a number: digits in an array, area, group and serial in fields of any names.
 * The parts must be whole values, stand side by side and hold nothing but digits.
 */
export function findInSiblings(json: Tape, subjects: SubjectNumbers): readonly Edit[] {
  const edits: Edit[] = [];
  let parent = -2;
  let run: { entry: number; digits: string }[] = [];
  const check = (): void => {
    let together = run.reduce((sum, { digits }) => sum + digits.length, 0);
    while (together > 9) together -= (run.shift() as { digits: string }).digits.length;
    if (together !== 9 || run.length < 2 || !subjects.hasNine(Number(run.map(({ digits }) => digits).join('')))) return;
    for (const { entry } of run) {
      const replacement = kindOf(json, entry) === NUMBER ? `"${SSN_REPLACEMENT}"` : SSN_REPLACEMENT;
      edits.push({ start: startOf(json, entry), end: endOf(json, entry), replacement, rule: 'subject' });
    }
    run = [];
  };
  for (let entry = 0; entry < json.length; entry++) {
    if (parentOf(json, entry) !== parent) run = [];
    parent = parentOf(json, entry);
    const digits = nextOf(json, entry) === entry + 1 ? partDigits(json, entry) : null;
    if (digits === null) run = [];
    else {
      run.push({ entry, digits });
      check();
    }
  }
  return edits;
}

/** One to eight digits that are the whole of a value. */
function partDigits(json: Tape, entry: number): string | null {
  const kind = kindOf(json, entry);
  const length = endOf(json, entry) - startOf(json, entry);
  if ((kind !== STRING && kind !== NUMBER) || length === 0 || length > 8) return null;
  const digits = bareDigits(json.text.slice(startOf(json, entry), endOf(json, entry)));
  return digits === null || digits === '' || digits.length !== length ? null : digits;
}
