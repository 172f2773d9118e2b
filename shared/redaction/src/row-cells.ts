import { hasSevenDigits } from './character-classes.ts';
import { ARRAY, NUMBER, STRING, type TokenIndex } from './token-index.ts';

export type Cell = { readonly entry: number; readonly column: number };

/** The cells of a row with their columns. The token index leaves out null, true and false of lists: commas count them. */
export function cellsOf(tokens: TokenIndex, row: number): { readonly count: number; readonly cells: readonly Cell[] } {
  const members = tokens.membersOf(row);
  if (tokens.kindOf(row) !== ARRAY) {
    return { count: members.length, cells: members.map((entry, column) => ({ entry, column })) };
  }
  let column = 0;
  let from = tokens.startOf(row);
  const cells = members.map((entry) => {
    column += commasBetween(tokens, from, tokens.startOf(entry));
    from = tokens.endOf(entry);
    return { entry, column };
  });
  return { count: column + 1 + commasBetween(tokens, from, tokens.endOf(row)), cells };
}

const COMMA = 0x2c;

export function commasBetween(tokens: TokenIndex, from: number, to: number): number {
  let commas = 0;
  for (let at = from; at < to; at++) if (tokens.text.charCodeAt(at) === COMMA) commas++;
  return commas;
}

/** Of seven digits, and not in an id or a sentence. */
export function holdsNumber(tokens: TokenIndex, entry: number): boolean {
  if (tokens.kindOf(entry) === NUMBER) return tokens.lengthOf(entry) >= 7;
  if (tokens.kindOf(entry) !== STRING || !hasSevenDigits(tokens.classesOf(entry))) return false;
  return !/[A-Za-z]{2}/.test(tokens.spelling(entry));
}
