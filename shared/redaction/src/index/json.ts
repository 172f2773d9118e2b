import type { Span } from '../edits.ts';
import { MAX_DEPTH } from '../limits.ts';
import { flagsOf, UNUSUAL } from './flags.ts';
import { ARRAY, LITERAL, NUMBER, OBJECT, Structure } from './structure.ts';

export type JsonFailure = 'not_json' | 'too_deep' | 'too_large';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const SPACE = 0x20;
const MINUS = 0x2d;

/** What a number and a literal are by RFC 8259. */
const NUMBER_FORM = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL_FORM = /true|false|null/y;

/**
 * Reads JSON text by the letter of RFC 8259 (a byte order mark, a trailing comma, a bare control character are refused),
 * without recursion, in one pass.
 */
export function readJson(text: string): Structure | JsonFailure {
  return new JsonReader(text).read();
}

/** So many beginnings that never end are looked at. */
const MAX_UNENDED = 8;
const BEGINS = /\{\s{0,16}"|\[\s{0,16}[{["]/g;

/** Where a text may hold JSON among others: `payload={…}`, a document a line. */
export function jsonSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let unended = 0;
  BEGINS.lastIndex = 0;
  for (let match = BEGINS.exec(text); match !== null && unended < MAX_UNENDED; match = BEGINS.exec(text)) {
    const end = endOfJson(text, match.index);
    if (end < 0) unended++;
    else spans.push({ start: match.index, end });
    BEGINS.lastIndex = Math.max(end, match.index + 1);
  }
  return spans;
}

/** Where the bracket that opens here is closed, or -1. */
function endOfJson(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT || code === OPEN_LIST) depth++;
    else if ((code === CLOSE_OBJECT || code === CLOSE_LIST) && --depth === 0) return at + 1;
    else if (code === QUOTE) at = closingQuote(text, at + 1);
  }
  return -1;
}

class JsonReader {
  readonly #text: string;
  readonly #structure: Structure;
  #position = 0;
  #parent = -1;
  #depth = 0;
  /** The name of the value that comes next, and where it stands; -1: it has none. */
  #name = -1;
  #key = -1;
  /** Which name came next the last time, by the name before it. */
  readonly #nextNames: number[] = [];
  #lastName = 0;

  constructor(text: string) {
    this.#text = text;
    this.#structure = new Structure(text, 'json');
  }

  read(): Structure | JsonFailure {
    for (;;) {
      const code = this.#nextCode();
      const failure = this.#inObject() && this.#name < 0 ? this.#readName(code) : this.#readValue(code);
      if (failure !== null) return failure;
      if (this.#parent < 0 && this.#structure.length > 0)
        return Number.isNaN(this.#nextCode()) ? this.#structure : 'not_json';
    }
  }

  #inObject(): boolean {
    return this.#parent >= 0 && this.#structure.kindOf(this.#parent) === OBJECT;
  }

  /** The first sign that is no white space; the position is moved to it. */
  #nextCode(): number {
    let at = this.#position;
    let code = this.#text.charCodeAt(at);
    while (code === SPACE || code === 0x0a || code === 0x0d || code === 0x09) code = this.#text.charCodeAt(++at);
    this.#position = at;
    return code;
  }

  #readName(code: number): JsonFailure | null {
    this.#key = this.#position + 1;
    this.#name = code === QUOTE ? this.#nameAt(this.#key) : -1;
    if (this.#name < 0) return 'not_json';
    this.#position = this.#key + (this.#structure.names[this.#name] as string).length + 1;
    if (this.#nextCode() !== COLON) return 'not_json';
    this.#position++;
    return null;
  }

  /** The index of the name that begins here; -1: it is not well-formed. */
  #nameAt(start: number): number {
    // Records repeat their names in the same order: the one that came next the last time is tried first.
    let found = this.#nextNames[this.#lastName] ?? -1;
    const known = this.#structure.names[found];
    const isKnown =
      known !== undefined &&
      this.#text.startsWith(known, start) &&
      this.#text.charCodeAt(start + known.length) === QUOTE;
    if (!isKnown) {
      const end = stringEnd(this.#text, start);
      if (end < 0) return -1;
      found = this.#structure.nameIndex(this.#text.slice(start, end));
      this.#nextNames[this.#lastName] = found;
    }
    this.#lastName = found;
    return found;
  }

  #readValue(code: number): JsonFailure | null {
    const structure = this.#structure;
    if (structure.isFull) return 'too_large';
    const start = this.#position;
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (++this.#depth > MAX_DEPTH) return 'too_deep';
      const entry = structure.add(code === OPEN_OBJECT ? OBJECT : ARRAY, this.#parent, start, start);
      this.#named(entry);
      this.#parent = entry;
      this.#position++;
      const isEmpty = this.#nextCode() === (code === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_LIST);
      return isEmpty ? this.#readEnds() : null;
    }
    if (code === QUOTE) return this.#readString(start + 1);
    const form = (code >= 0x30 && code <= 0x39) || code === MINUS ? NUMBER_FORM : LITERAL_FORM;
    const end = endOf(form, this.#text, start);
    if (end < 0) return 'not_json';
    this.#named(structure.add(form === NUMBER_FORM ? NUMBER : LITERAL, this.#parent, start, end));
    this.#position = end;
    return this.#readEnds();
  }

  #readString(start: number): JsonFailure | null {
    const text = this.#text;
    let end = text.indexOf('"', start);
    // A string with an escape is read whatever else it is made of.
    const flags = flagsOf(text, start, end);
    if (end < 0 || (flags & UNUSUAL) !== 0) end = stringEnd(text, start);
    if (end < 0) return 'not_json';
    this.#named(this.#structure.addString(this.#parent, start, end, flags));
    this.#position = end + 1;
    return this.#readEnds();
  }

  #named(entry: number): void {
    if (this.#name >= 0) this.#structure.setName(entry, this.#name, this.#key);
    this.#name = -1;
  }

  /** Behind a value: the ends of what it is the last of, and a comma. */
  #readEnds(): JsonFailure | null {
    const structure = this.#structure;
    while (this.#parent >= 0) {
      const code = this.#nextCode();
      if (code === COMMA) {
        // Behind an open bracket no comma stands.
        if (structure.length === this.#parent + 1) return 'not_json';
        this.#position++;
        return null;
      }
      if (code !== (this.#inObject() ? CLOSE_OBJECT : CLOSE_LIST)) return 'not_json';
      structure.close(this.#parent, ++this.#position);
      this.#parent = structure.parentOf(this.#parent);
      this.#depth--;
    }
    return null;
  }
}

/** Where the quote stands that ends a string, or the text ends. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = at;
    while (escapes > from && text.charCodeAt(escapes - 1) === BACKSLASH) escapes--;
    if ((at - escapes) % 2 === 0) return at;
  }
  return text.length;
}

/** Where the string that begins here ends; -1: it is not well-formed. */
function stringEnd(text: string, start: number): number {
  const end = closingQuote(text, start);
  try {
    JSON.parse(text.slice(start - 1, end + 1));
    return end;
  } catch {
    // A control character, an escape that is none, or no end.
    return -1;
  }
}

function endOf(form: RegExp, text: string, at: number): number {
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : -1;
}
