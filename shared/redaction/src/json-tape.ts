import { ASCII_MARKS, completeMarks, escapeMarks, isSuspicious, NON_ASCII_MARKS, STOP } from './marks.ts';
import { ARRAY, createTapeWriter, LITERAL, NUMBER, OBJECT, STRING, type Tape } from './tape.ts';

export type JsonFailure = 'not_json' | 'too_deep' | 'too_large';
export type JsonLimits = { maxDepth: number; maxValues: number };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const MINUS = 0x2d;
const PLUS = 0x2b;
const ZERO = 0x30;

/** What the loop below expects next. */
const VALUE = 0;
const KEY = 1;
const KEY_OR_END = 2;
const VALUE_OR_END = 3;
const AFTER_VALUE = 4;

/**
 * Reads JSON text by the letter of RFC 8259 (a byte order mark, a trailing comma, a bare control character are
 * refused), without recursion, in one pass.
 */
export function parseJson(text: string, limits: JsonLimits): Tape | JsonFailure {
  const tape = createTapeWriter(text);
  const size = text.length;
  let position = 0;
  let parent = -1;
  let depth = 0;
  let expect = VALUE;
  let keyFrom = -1;
  let keyTo = -1;
  let keyMarks = 0;
  let stringMarks = 0;

  /** From after the opening quote to the closing one; -1 when the string is not well-formed. */
  const readString = (from: number): number => {
    let bits = 0;
    let digits = 0;
    let i = from;
    for (;;) {
      const code = text.charCodeAt(i);
      if (code < 0x80) {
        const marks = ASCII_MARKS[code] as number;
        bits |= marks;
        digits += marks >> 15;
        if ((marks & STOP) !== 0) {
          if (code === QUOTE) break;
          if (code !== BACKSLASH) return -1;
          const escaped = text.charCodeAt(i + 1);
          if (!isEscape(escaped)) return -1;
          bits |= escapeMarks(escaped);
          i += 2;
          if (escaped === 0x75) {
            for (let k = 0; k < 4; k++) {
              const hex = text.charCodeAt(i + k);
              if (!isHex(hex)) return -1;
            }
            digits += 1;
            i += 4;
          }
          continue;
        }
      } else {
        if (i >= size) return -1;
        bits |= NON_ASCII_MARKS;
      }
      i++;
    }
    stringMarks = completeMarks(bits, digits, i - from);
    return i;
  };

  for (;;) {
    let code = text.charCodeAt(position);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++position);

    if (expect === AFTER_VALUE) {
      if (parent < 0) return position === size ? tape.finish() : 'not_json';
      const inObject = tape.kind(parent) === OBJECT;
      position++;
      if (code === COMMA) {
        expect = inObject ? KEY : VALUE;
        continue;
      }
      if (code !== (inObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return 'not_json';
      tape.close(parent, position);
      parent = tape.parent(parent);
      depth--;
      continue;
    }

    if (expect === KEY || expect === KEY_OR_END) {
      if (code === CLOSE_OBJECT && expect === KEY_OR_END) {
        tape.close(parent, ++position);
        parent = tape.parent(parent);
        depth--;
        expect = AFTER_VALUE;
        continue;
      }
      if (code !== QUOTE) return 'not_json';
      keyFrom = position + 1;
      keyTo = readString(keyFrom);
      if (keyTo < 0) return 'not_json';
      keyMarks = stringMarks;
      position = keyTo + 1;
      code = text.charCodeAt(position);
      while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++position);
      if (code !== COLON) return 'not_json';
      position++;
      expect = VALUE;
      continue;
    }

    if (code === CLOSE_ARRAY && expect === VALUE_OR_END) {
      tape.close(parent, ++position);
      parent = tape.parent(parent);
      depth--;
      expect = AFTER_VALUE;
      continue;
    }

    let entry = -1;
    expect = AFTER_VALUE;
    if (code === QUOTE) {
      const from = position + 1;
      const to = readString(from);
      if (to < 0) return 'not_json';
      entry = tape.add(STRING, parent);
      tape.setSpan(entry, from, to, stringMarks);
      position = to + 1;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (++depth > limits.maxDepth) return 'too_deep';
      entry = tape.add(code === OPEN_OBJECT ? OBJECT : ARRAY, parent);
      tape.setSpan(entry, position, position, 0);
      position++;
      expect = code === OPEN_OBJECT ? KEY_OR_END : VALUE_OR_END;
    } else if (code === MINUS || (code >= ZERO && code <= 0x39)) {
      const to = numberEnd(text, position);
      if (to < 0) return 'not_json';
      entry = tape.add(NUMBER, parent);
      tape.setSpan(entry, position, to, 0);
      position = to;
    } else {
      const to = literalEnd(text, position);
      if (to < 0) return 'not_json';
      if (keyFrom >= 0 && isSuspicious(keyMarks)) entry = tape.add(LITERAL, parent);
      position = to;
    }
    if (entry >= 0) {
      if (entry >= limits.maxValues) return 'too_large';
      if (keyFrom >= 0) tape.setKey(entry, keyFrom, keyTo, keyMarks);
      if (expect !== AFTER_VALUE) parent = entry;
    }
    keyFrom = -1;
  }
}

function isEscape(code: number): boolean {
  // " \ / b f n r t u
  return (
    code === QUOTE ||
    code === BACKSLASH ||
    code === 0x2f ||
    code === 0x62 ||
    code === 0x66 ||
    code === 0x6e ||
    code === 0x72 ||
    code === 0x74 ||
    code === 0x75
  );
}

function isHex(code: number): boolean {
  return (code >= ZERO && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

function digitsEnd(text: string, from: number): number {
  let i = from;
  let code = text.charCodeAt(i);
  while (code >= ZERO && code <= 0x39) code = text.charCodeAt(++i);
  return i;
}

function numberEnd(text: string, from: number): number {
  let i = from;
  if (text.charCodeAt(i) === MINUS) i++;
  const whole = i;
  i = digitsEnd(text, i);
  if (i === whole || (i > whole + 1 && text.charCodeAt(whole) === ZERO)) return -1;
  if (text.charCodeAt(i) === 0x2e) {
    const fraction = i + 1;
    i = digitsEnd(text, fraction);
    if (i === fraction) return -1;
  }
  const exponent = text.charCodeAt(i);
  if (exponent === 0x65 || exponent === 0x45) {
    i++;
    const sign = text.charCodeAt(i);
    if (sign === PLUS || sign === MINUS) i++;
    const power = i;
    i = digitsEnd(text, power);
    if (i === power) return -1;
  }
  return i;
}

function literalEnd(text: string, from: number): number {
  for (const literal of ['null', 'true', 'false']) if (text.startsWith(literal, from)) return from + literal.length;
  return -1;
}
