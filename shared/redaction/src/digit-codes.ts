import { LETTER, WORD } from './characters.ts';
import { type DigitRuns, groupEnd } from './digit-runs.ts';
import type { PushDigits } from './ssn-pattern.ts';
import type { SubjectNumbers } from './subject-numbers.ts';

const BILLION = 1_000_000_000;
const LENGTH = 9;
/** ASCII codes of the digits, and of the signs that may stand between them: space, dash, point, slash. */
const ZERO = 48;
const NINE = 57;
const SEPARATORS: ReadonlySet<number> = new Set([32, 45, 46, 47]);

/** What a value says in a row of character codes: a digit, a sign between digits, or that the row ends. */
export const SEPARATOR = -1;
export const NO_CODE = -2;

export function digitOfCode(code: number): number {
  if (code >= ZERO && code <= NINE) return code - ZERO;
  return SEPARATORS.has(code) ? SEPARATOR : NO_CODE;
}

/**
 * Rule 3 on a number that a text tells digit by digit, as character codes (`53, 51, 49, …`) or each behind its position
 * (`d1=5 d2=3 …`, `1: 5, 2: 3, …`). Time is linear.
 */
export function findCodedNumbers(runs: DigitRuns, subjects: SubjectNumbers, push: PushDigits): void {
  if (runs.count < 2 * LENGTH) return;
  /** Where the digits of the rows began. */
  const codes: Row = { starts: [], window: 0 };
  const positions: Row = { starts: [], window: 0 };
  let lastPosition = -1;
  let position = -1;
  for (let from = 0, to = 0; from < runs.count; from = to) {
    to = groupEnd(runs, from);
    const gap = runs.gaps[from] as number;
    const goesOn = (gap & LETTER) === 0 || (gap & WORD) !== 0;
    const value = to - from > 3 ? NO_CODE : numberAt(runs, from, to);
    const digit = to - from === 1 ? NO_CODE : digitOfCode(value);
    if (!goesOn || digit === NO_CODE) codes.starts.length = 0;
    if (digit >= 0) add(codes, from, to, digit);
    if (!goesOn) position = -1;
    if (position >= 0 && to - from === 1) {
      if (position !== lastPosition + 1) positions.starts.length = 0;
      lastPosition = position;
      position = -1;
      add(positions, from, to, value);
    } else position = value;
  }

  function add(row: Row, from: number, to: number, digit: number): void {
    row.starts.push(from);
    row.window = (row.window * 10 + digit) % BILLION;
    const start = row.starts.at(-LENGTH);
    if (start !== undefined && subjects.hasNine(row.window)) push(start, to);
  }
}

type Row = { readonly starts: number[]; window: number };

function numberAt(runs: DigitRuns, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) value = value * 10 + (runs.values[i] as number);
  return value;
}
