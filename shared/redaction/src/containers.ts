import { hasSevenDigits } from './character-classes.ts';
import {
  ARRAY,
  endOf,
  entryClasses,
  kindOf,
  NUMBER,
  nextOf,
  OBJECT,
  STRING,
  startOf,
  type TokenIndex,
} from './token-index.ts';

export function isContainer(tokens: TokenIndex, entry: number): boolean {
  return kindOf(tokens, entry) === ARRAY || kindOf(tokens, entry) === OBJECT;
}

export function isScalar(tokens: TokenIndex, entry: number): boolean {
  return kindOf(tokens, entry) === STRING || kindOf(tokens, entry) === NUMBER;
}

/** The members of an object, the items of a list, the children of an element; at most so many. */
export function membersOf(tokens: TokenIndex, container: number, most = Number.POSITIVE_INFINITY): readonly number[] {
  const members: number[] = [];
  const end = nextOf(tokens, container);
  for (let member = container + 1; member < end && members.length < most; member = nextOf(tokens, member)) {
    members.push(member);
  }
  return members;
}

/** A value as the text spells it; of a long one, the beginning. */
export function spelled(tokens: TokenIndex, entry: number, most = Number.POSITIVE_INFINITY): string {
  const start = startOf(tokens, entry);
  return tokens.text.slice(start, Math.min(endOf(tokens, entry), start + most));
}

export function lengthOf(tokens: TokenIndex, entry: number): number {
  return endOf(tokens, entry) - startOf(tokens, entry);
}

export type Cell = { readonly entry: number; readonly column: number };

/** The cells of a row with their columns. The token index leaves out null, true and false of lists: commas count them. */
export function cellsOf(tokens: TokenIndex, row: number): { readonly count: number; readonly cells: readonly Cell[] } {
  const members = membersOf(tokens, row);
  if (kindOf(tokens, row) !== ARRAY) {
    return { count: members.length, cells: members.map((entry, column) => ({ entry, column })) };
  }
  let column = 0;
  let from = startOf(tokens, row);
  const cells = members.map((entry) => {
    column += commasBetween(tokens, from, startOf(tokens, entry));
    from = endOf(tokens, entry);
    return { entry, column };
  });
  return { count: column + 1 + commasBetween(tokens, from, endOf(tokens, row)), cells };
}

const COMMA = 0x2c;

export function commasBetween(tokens: TokenIndex, from: number, to: number): number {
  let commas = 0;
  for (let at = from; at < to; at++) if (tokens.text.charCodeAt(at) === COMMA) commas++;
  return commas;
}

/** Of seven digits, and not in an id or a sentence. */
export function holdsNumber(tokens: TokenIndex, entry: number): boolean {
  if (kindOf(tokens, entry) === NUMBER) return lengthOf(tokens, entry) >= 7;
  if (kindOf(tokens, entry) !== STRING || !hasSevenDigits(entryClasses(tokens, entry))) return false;
  return !/[A-Za-z]{2}/.test(spelled(tokens, entry));
}
