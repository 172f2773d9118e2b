import { type Edit, type Finding, lastAtMost, type Span } from '../edits.ts';

/**
 * What a text (or a part of it) spells in some encoding, with the way back: an edit of the decoded text becomes an edit
 * of the outer one, so that nothing is ever re-encoded but the number itself.
 */
export type DecodedText = {
  readonly text: string;
  readonly toOuter: <T extends Finding | Edit>(edit: T) => T;
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
  return JSON.stringify(replacement).slice(1, -1);
}

/** A part of a text, taken as it is. */
export function partOf(text: string, { start, end }: Span, spell?: Escapes['spell']): DecodedText {
  return { text: text.slice(start, end), toOuter: wayBack((position) => start + position, spell) };
}

/** The text that escapes spell. */
export function decodeEscapes(text: string, { sign, textOf, spell }: Escapes): DecodedText {
  const origins = new Origins();
  const decoded = text.replace(sign, (found: string, at: number) => {
    const plain = textOf(found);
    origins.add(at + found.length, found.length - plain.length);
    return plain;
  });
  return { text: decoded, toOuter: wayBack((position) => origins.of(position), spell) };
}

/** The text of a JSON string, whose spelling (without quotes) is known to be well-formed. */
export function decodeJsonString(outer: string, { start: from, end: to }: Span): DecodedText {
  const text = JSON.parse(outer.slice(from - 1, to + 1)) as string;
  // Most texts have nothing to find, so where it stands is found late.
  let origins: Origins | null = null;
  const originOf = (position: number): number => {
    origins ??= originsInJson(outer.slice(from, to));
    return from + origins.of(position);
  };
  return { text, toOuter: wayBack(originOf, inJsonString) };
}

function originsInJson(spelling: string): Origins {
  const origins = new Origins();
  for (let at = spelling.indexOf('\\'); at >= 0; ) {
    const length = spelling.charAt(at + 1) === 'u' ? 6 : 2;
    origins.add(at + length, length - 1);
    at = spelling.indexOf('\\', at + length);
  }
  return origins;
}

function wayBack(originOf: (position: number) => number, spell: Escapes['spell']): DecodedText['toOuter'] {
  return (edit) => {
    const { replacement } = edit;
    const isSpelled = spell !== undefined && replacement !== undefined;
    const outer = { ...edit, start: originOf(edit.start), end: originOf(edit.end) };
    return isSpelled ? { ...outer, replacement: spell(replacement) } : outer;
  };
}

/** Where each character of a decoded text stands in its spelling. */
class Origins {
  /** Where the character behind each sign stands, in the text and in its spelling. */
  readonly #inner: number[] = [];
  readonly #outer: number[] = [];
  #lost = 0;

  /** @param end of a sign in the spelling @param lost so many characters of it are not in the text */
  add(end: number, lost: number): void {
    this.#lost += lost;
    this.#outer.push(end);
    this.#inner.push(end - this.#lost);
  }

  of(position: number): number {
    const last = lastAtMost(this.#inner, position);
    return last < 0 ? position : (this.#outer[last] as number) + position - (this.#inner[last] as number);
  }
}
