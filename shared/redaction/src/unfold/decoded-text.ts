import { lastAtMost } from '../ascending-numbers.ts';
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

/** One writing of characters in ASCII. */
export type Escapes = {
  /** All that stands for something else. */
  readonly sign: RegExp;
  /** What one of these stands for. */
  readonly textOf: (sign: string) => string;
  /** How it spells a replacement: quotes around one, or line breaks within one, need it. Default: as it is. */
  readonly spell?: (replacement: string) => string;
};

export function inJsonString(replacement: string): string {
  return replacement === SSN_REPLACEMENT ? replacement : JSON.stringify(replacement).slice(1, -1);
}

/** A part of a text, taken as it is. */
export function partOf(
  text: string,
  [from, to]: readonly [number, number],
  spell: Escapes['spell'] = undefined,
): DecodedText {
  return { text: text.slice(from, to), toOuter: wayBack((position) => from + position, spell) };
}

/** The text that escapes spell. */
export function decodeEscapes(text: string, { sign, textOf, spell }: Escapes): DecodedText {
  const decoded = text.replace(sign, (found) => textOf(found));
  return {
    text: decoded,
    toOuter: wayBack(
      originsOf(text, sign, (found) => textOf(found).length),
      spell,
    ),
  };
}

const JSON_ESCAPE = /\\(?:u.{4}|.)/g;
/** A slice of a string is read more slowly than a string. */
const LONG_TEXT = 1024;

/** The text of a JSON string, whose spelling (without quotes) is known to be well-formed. */
export function decodeJsonString(outer: string, span: readonly [number, number], isEscaped: boolean): DecodedText {
  const [from, to] = span;
  if (!isEscaped && to - from < LONG_TEXT) return partOf(outer, span, inJsonString);
  const text = JSON.parse(outer.slice(from - 1, to + 1)) as string;
  const originOf = originsOf(outer.slice(from, to), JSON_ESCAPE, () => 1);
  return { text, toOuter: wayBack((position) => from + originOf(position), inJsonString) };
}

function wayBack(originOf: (position: number) => number, spell: Escapes['spell']): DecodedText['toOuter'] {
  return (edit) => ({
    ...edit,
    start: originOf(edit.start),
    end: originOf(edit.end),
    replacement: spell === undefined ? edit.replacement : spell(edit.replacement),
  });
}

/** Where each character of a decoded text stands in its spelling. Most texts have nothing to find, so it is found late. */
function originsOf(spelling: string, sign: RegExp, lengthOf: (sign: string) => number): (position: number) => number {
  /** Where the character behind each sign stands, in the text and in its spelling. */
  let inner: number[] | null = null;
  const outer: number[] = [];
  return (position) => {
    if (inner === null) {
      inner = [];
      let lost = 0;
      for (const { 0: found, index } of spelling.matchAll(sign)) {
        lost += found.length - lengthOf(found);
        outer.push(index + found.length);
        inner.push(index + found.length - lost);
      }
    }
    const last = lastAtMost(inner, position);
    return last < 0 ? position : (outer[last] as number) + position - (inner[last] as number);
  };
}
