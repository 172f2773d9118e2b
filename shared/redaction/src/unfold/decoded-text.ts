import type { Edit } from '../edits.ts';
import { SSN_REPLACEMENT } from '../limits.ts';

/**
 * What a text (or a part of it) spells in some encoding, with the way back: an edit of the decoded text becomes an edit
 * of the outer one, so that nothing is ever re-encoded but the number itself.
 */
export type DecodedText = {
  readonly text: string;
  readonly toOuter: (edit: Edit) => Edit;
  /** A document that is not read: it goes. */
  readonly isDocument?: true;
};

/** How an encoding spells a replacement: quotes around one, or line breaks within one, need it. */
export type Spelling = (replacement: string) => string;

export const AS_IS: Spelling = (replacement) => replacement;
export const IN_JSON_STRING: Spelling = (replacement) =>
  replacement === SSN_REPLACEMENT ? replacement : JSON.stringify(replacement).slice(1, -1);

/** A part of a text, taken as it is. */
export function partOf(text: string, [from, to]: readonly [number, number], spell: Spelling = AS_IS): DecodedText {
  return { text: text.slice(from, to), toOuter: wayBack((position) => from + position, spell) };
}

function wayBack(originOf: (position: number) => number, spell: Spelling): DecodedText['toOuter'] {
  return (edit) => ({
    ...edit,
    start: originOf(edit.start),
    end: originOf(edit.end),
    replacement: spell(edit.replacement),
  });
}

/** One writing of characters in ASCII. */
export type Escapes = {
  /** All that stands for something else. */
  readonly sign: RegExp;
  /** What one of these stands for. */
  readonly textOf: (sign: string) => string;
  readonly spell: Spelling;
};

/** The text that escapes spell. */
export function decodeEscapes(text: string, { sign, textOf, spell }: Escapes): DecodedText {
  const decoded = text.replace(sign, (found) => textOf(found));
  const lengthOf = (found: string): number => textOf(found).length;
  return { text: decoded, toOuter: wayBack(originsOf(text, sign, lengthOf), spell) };
}

const JSON_ESCAPE = /\\(?:u.{4}|.)/g;

/** The text of a JSON string, whose spelling (without quotes) is known to be well-formed. */
export function decodeJsonString(outer: string, span: readonly [number, number], isEscaped: boolean): DecodedText {
  const [from, to] = span;
  // A slice of a string is read more slowly than a string.
  if (!isEscaped && to - from < LONG_TEXT) return partOf(outer, span, IN_JSON_STRING);
  const text = JSON.parse(outer.slice(from - 1, to + 1)) as string;
  const originOf = originsOf(
    () => outer.slice(from, to),
    JSON_ESCAPE,
    () => 1,
  );
  return { text, toOuter: wayBack((position) => from + originOf(position), IN_JSON_STRING) };
}

const LONG_TEXT = 1024;

/** Where each character of a decoded text stands in its spelling. Most texts have nothing to find, so it is found late. */
function originsOf(
  spelling: string | (() => string),
  sign: RegExp,
  lengthOf: (sign: string) => number,
): (position: number) => number {
  /** Where the character behind each sign stands, in the text and in its spelling. */
  let inner: number[] | null = null;
  const outer: number[] = [];
  const readEscapes = (text: string): number[] => {
    const ends: number[] = [];
    let lost = 0;
    for (const { 0: found, index } of text.matchAll(sign)) {
      lost += found.length - lengthOf(found);
      outer.push(index + found.length);
      ends.push(index + found.length - lost);
    }
    return ends;
  };
  return (position) => {
    inner ??= readEscapes(typeof spelling === 'string' ? spelling : spelling());
    const last = lastAtMost(inner, position);
    return last < 0 ? position : (outer[last] as number) + position - (inner[last] as number);
  };
}

/** The index of the last of ascending numbers that is at most `value`, or -1. */
function lastAtMost(numbers: readonly number[], value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
