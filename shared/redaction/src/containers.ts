import { hasSevenDigits } from './marks.ts';
import { ARRAY, endOf, entryMarks, kindOf, NUMBER, nextOf, OBJECT, STRING, startOf, type Tape } from './tape.ts';

export function isContainer(tape: Tape, entry: number): boolean {
  return kindOf(tape, entry) === ARRAY || kindOf(tape, entry) === OBJECT;
}

export function isScalar(tape: Tape, entry: number): boolean {
  return kindOf(tape, entry) === STRING || kindOf(tape, entry) === NUMBER;
}

/** The members of an object, the items of a list, the children of an element; at most so many. */
export function membersOf(tape: Tape, container: number, most = Number.POSITIVE_INFINITY): readonly number[] {
  const members: number[] = [];
  const end = nextOf(tape, container);
  for (let member = container + 1; member < end && members.length < most; member = nextOf(tape, member)) {
    members.push(member);
  }
  return members;
}

/** A value as the text spells it; of a long one, the beginning. */
export function spelled(tape: Tape, entry: number, most = Number.POSITIVE_INFINITY): string {
  const start = startOf(tape, entry);
  return tape.text.slice(start, Math.min(endOf(tape, entry), start + most));
}

export function lengthOf(tape: Tape, entry: number): number {
  return endOf(tape, entry) - startOf(tape, entry);
}

export type Cell = { readonly entry: number; readonly column: number };

/** The cells of a row with their places. The tape leaves out null, true and false of lists: commas count them. */
export function cellsOf(tape: Tape, row: number): { readonly count: number; readonly cells: readonly Cell[] } {
  const members = membersOf(tape, row);
  if (kindOf(tape, row) !== ARRAY) {
    return { count: members.length, cells: members.map((entry, column) => ({ entry, column })) };
  }
  let column = 0;
  let from = startOf(tape, row);
  const cells = members.map((entry) => {
    column += commasBetween(tape, from, startOf(tape, entry));
    from = endOf(tape, entry);
    return { entry, column };
  });
  return { count: column + 1 + commasBetween(tape, from, endOf(tape, row)), cells };
}

const COMMA = 0x2c;

export function commasBetween(tape: Tape, from: number, to: number): number {
  let commas = 0;
  for (let at = from; at < to; at++) if (tape.text.charCodeAt(at) === COMMA) commas++;
  return commas;
}

/** Of seven digits, and not in an id or a sentence. */
export function holdsNumber(tape: Tape, entry: number): boolean {
  if (kindOf(tape, entry) === NUMBER) return lengthOf(tape, entry) >= 7;
  if (kindOf(tape, entry) !== STRING || !hasSevenDigits(entryMarks(tape, entry))) return false;
  return !/[A-Za-z]{2}/.test(spelled(tape, entry));
}
