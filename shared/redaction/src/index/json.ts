import { flagsOf, UNUSUAL } from './flags.ts';
import { ARRAY, LITERAL, NUMBER, OBJECT, STRING, Structure } from './structure.ts';

export type JsonFailure = 'not_json' | 'too_deep' | 'too_large';
export type JsonLimits = { readonly maxDepth: number; readonly maxValues: number };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const SPACE = 0x20;

/** What a number or a literal is by RFC 8259. */
const NUMBER_FORM = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL_FORM = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/**
 * Reads JSON text by the letter of RFC 8259 (a byte order mark, a trailing comma, a bare control character are refused),
 * without recursion, in one pass.
 */
export function readJson(text: string, limits: JsonLimits): Structure | JsonFailure {
  const structure = new Structure(text, false);
  let position = skipSpace(text, 0);
  let parent = -1;
  let depth = 0;
  let name = -1;
  let key = -1;
  let mayEnd = false;
  let lastName = 0;
  const nextNames: number[] = [];
  for (;;) {
    const code = text.charCodeAt(position);
    if (mayEnd && code === (structure.kindOf(parent) === OBJECT ? CLOSE_OBJECT : CLOSE_LIST)) {
      // An empty container.
      position++;
      structure.close(parent, position);
      parent = structure.parentOf(parent);
      depth--;
    } else {
      if (parent >= 0 && structure.kindOf(parent) === OBJECT && name < 0) {
        key = position + 1;
        name = code === QUOTE ? nameAt(key) : -1;
        if (name < 0) return 'not_json';
        position = skipSpace(text, key + (structure.names[name] as string).length + 1);
        if (text.charCodeAt(position) !== COLON) return 'not_json';
        position = skipSpace(text, position + 1);
        mayEnd = false;
        continue;
      }
      if (structure.length >= limits.maxValues) return 'too_large';
      if (code === OPEN_OBJECT || code === OPEN_LIST) {
        if (++depth > limits.maxDepth) return 'too_deep';
        parent = structure.add(code === OPEN_OBJECT ? OBJECT : ARRAY, parent, position, position, name, key, 0);
        position = skipSpace(text, position + 1);
        name = -1;
        mayEnd = true;
        continue;
      }
      if (code === QUOTE) {
        const start = position + 1;
        let end = text.indexOf('"', start);
        let flags = flagsOf(text, start, end);
        if (end < 0 || (flags & UNUSUAL) !== 0) {
          end = stringEnd(text, start);
          if (end < 0) return 'not_json';
          flags = flagsOf(text, start, end);
        }
        structure.add(STRING, parent, start, end, name, key, flags);
        position = end + 1;
      } else {
        const form = (code >= 0x30 && code <= 0x39) || code === 0x2d ? NUMBER_FORM : LITERAL_FORM;
        const end = endOf(form, text, position);
        if (end < 0) return 'not_json';
        structure.add(form === NUMBER_FORM ? NUMBER : LITERAL, parent, position, end, name, key, 0);
        position = end;
      }
    }
    name = -1;
    mayEnd = false;
    // Behind a value: the ends of what it is the last of, then a comma, or the end of the text.
    for (;;) {
      position = skipSpace(text, position);
      if (parent < 0) return position === text.length ? structure : 'not_json';
      const sign = text.charCodeAt(position++);
      if (sign === COMMA) break;
      if (sign !== (structure.kindOf(parent) === OBJECT ? CLOSE_OBJECT : CLOSE_LIST)) return 'not_json';
      structure.close(parent, position);
      parent = structure.parentOf(parent);
      depth--;
    }
    position = skipSpace(text, position);
  }

  /** The index of the name that begins here; -1: it is not well-formed. */
  function nameAt(start: number): number {
    // Records repeat their names in the same order: the one that came next the last time is tried first.
    const expected = nextNames[lastName] ?? -1;
    const known = structure.names[expected];
    let found = expected;
    if (known === undefined || !text.startsWith(known, start) || text.charCodeAt(start + known.length) !== QUOTE) {
      const end = stringEnd(text, start);
      if (end < 0) return -1;
      found = structure.nameIndex(text.slice(start, end));
      nextNames[lastName] = found;
    }
    lastName = found;
    return found;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === SPACE || code === 0x0a || code === 0x0d || code === 0x09; )
    code = text.charCodeAt(++at);
  return at;
}

/** Where the closing quote stands; -1: the string is not well-formed. */
function stringEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) {
      at = endOf(ESCAPE, text, at);
      if (at < 0) return -1;
    } else if (code >= SPACE) at++;
    // A control character, or the end of the text.
    else return -1;
  }
}

function endOf(form: RegExp, text: string, at: number): number {
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : -1;
}
