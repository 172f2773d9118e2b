import { borrowUnits, returnUnits } from './code-units.ts';
import { ASCII_MARKS, completeMarks, escapeMarks, isSuspicious, NON_ASCII_MARKS, STOP } from './marks.ts';
import {
  ARRAY,
  doubled,
  END,
  type EntryKind,
  KEY_END,
  KEY_MARKS,
  KEY_START,
  KIND,
  LITERAL,
  MARKS,
  NAME,
  NEXT,
  NUMBER,
  newCells,
  OBJECT,
  PARENT,
  START,
  STRING,
  type Tape,
  WIDTH,
} from './tape.ts';

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

/** Names that a text repeats are found again in a table of this size; what does not fit is kept once more. */
const NAME_SLOTS = 1024;
/** By slot: the last text that put a name there, and the name's index. */
const slotText = new Int32Array(NAME_SLOTS);
const slotName = new Int32Array(NAME_SLOTS);
let textNumber = 0;

/**
 * Reads JSON text by the letter of RFC 8259 (a byte order mark, a trailing comma, a bare control character are
 * refused), without recursion, in one pass.
 */
export function parseJson(text: string, limits: JsonLimits): Tape | JsonFailure {
  const units = borrowUnits(text);
  try {
    return parseUnits(text, units, limits);
  } finally {
    returnUnits(units, text.length);
  }
}

function parseUnits(text: string, units: Uint16Array, limits: JsonLimits): Tape | JsonFailure {
  const size = text.length;
  const names: string[] = [];
  textNumber = (textNumber + 1) | 0;
  let cells = newCells(size);
  let length = 0;
  let position = 0;
  let parent = -1;
  let depth = 0;
  let expect = VALUE;
  let keyFrom = -1;
  let keyTo = -1;
  let keyMarks = 0;
  let keyHash = 0;

  for (;;) {
    let code = units[position] as number;
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = units[++position] as number;

    if (expect === AFTER_VALUE) {
      if (parent < 0) return position === size ? { text, cells, length, names } : 'not_json';
      const inObject = cells[parent * WIDTH + KIND] === OBJECT;
      position++;
      if (code === COMMA) {
        expect = inObject ? KEY : VALUE;
        continue;
      }
      if (code !== (inObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return 'not_json';
      cells[parent * WIDTH + END] = position;
      cells[parent * WIDTH + NEXT] = length;
      parent = cells[parent * WIDTH + PARENT] as number;
      depth--;
      continue;
    }

    let kind: EntryKind;
    let from = position;
    let to = position;
    let marks = 0;
    if (code === QUOTE) {
      let bits = 0;
      let digits = 0;
      let hash = 0;
      from = position + 1;
      to = from;
      for (;;) {
        code = units[to] as number;
        if (code < 0x80) {
          const found = ASCII_MARKS[code] as number;
          bits |= found;
          digits += found >> 15;
          hash = (Math.imul(hash, 31) + code) | 0;
          if ((found & STOP) !== 0) {
            if (code === QUOTE) break;
            // A control character: one of the text, or the null behind its end.
            const after = code === BACKSLASH ? escapeEnd(units, to) : -1;
            if (after < 0) return 'not_json';
            bits |= escapeMarks(units[to + 1] as number);
            // Any character may stand behind the code.
            if (after - to > 2) digits++;
            to = after;
            continue;
          }
        } else bits |= NON_ASCII_MARKS;
        to++;
      }
      marks = completeMarks(bits, digits, to - from);
      position = to + 1;
      if (expect === KEY || expect === KEY_OR_END) {
        keyFrom = from;
        keyTo = to;
        keyMarks = marks;
        keyHash = (hash ^ (hash >>> 10) ^ (hash >>> 20)) & (NAME_SLOTS - 1);
        code = units[position] as number;
        while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = units[++position] as number;
        if (code !== COLON) return 'not_json';
        position++;
        expect = VALUE;
        continue;
      }
      kind = STRING;
      expect = AFTER_VALUE;
    } else if (expect === KEY || expect === KEY_OR_END) {
      if (code !== CLOSE_OBJECT || expect === KEY) return 'not_json';
      cells[parent * WIDTH + END] = ++position;
      cells[parent * WIDTH + NEXT] = length;
      parent = cells[parent * WIDTH + PARENT] as number;
      depth--;
      expect = AFTER_VALUE;
      continue;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (++depth > limits.maxDepth) return 'too_deep';
      kind = code === OPEN_OBJECT ? OBJECT : ARRAY;
      position++;
      expect = code === OPEN_OBJECT ? KEY_OR_END : VALUE_OR_END;
    } else if (code === CLOSE_ARRAY && expect === VALUE_OR_END) {
      cells[parent * WIDTH + END] = ++position;
      cells[parent * WIDTH + NEXT] = length;
      parent = cells[parent * WIDTH + PARENT] as number;
      depth--;
      expect = AFTER_VALUE;
      continue;
    } else {
      const isNumber = code === MINUS || (code >= ZERO && code <= 0x39);
      kind = isNumber ? NUMBER : LITERAL;
      to = isNumber ? numberEnd(units, position) : literalEnd(text, position);
      if (to < 0) return 'not_json';
      position = to;
      expect = AFTER_VALUE;
      // Nothing is ever found in a literal, only in its key.
      if (!isNumber && (keyFrom < 0 || !isSuspicious(keyMarks))) {
        keyFrom = -1;
        continue;
      }
    }

    if (length >= limits.maxValues) return 'too_large';
    const at = length * WIDTH;
    if (at + WIDTH > cells.length) cells = doubled(cells);
    cells[at + KIND] = kind;
    cells[at + START] = from;
    cells[at + END] = to;
    cells[at + MARKS] = marks;
    cells[at + NEXT] = length + 1;
    cells[at + PARENT] = parent;
    if (keyFrom < 0) {
      cells[at + KEY_START] = -1;
      cells[at + KEY_END] = -1;
      cells[at + NAME] = -1;
    } else {
      let name = slotText[keyHash] === textNumber ? (slotName[keyHash] as number) : -1;
      if (name < 0 || !isSpelled(names[name] as string, units, keyFrom, keyTo)) {
        name = names.push(text.slice(keyFrom, keyTo)) - 1;
        slotText[keyHash] = textNumber;
        slotName[keyHash] = name;
      }
      cells[at + KEY_START] = keyFrom;
      cells[at + KEY_END] = keyTo;
      cells[at + KEY_MARKS] = keyMarks;
      cells[at + NAME] = name;
      keyFrom = -1;
    }
    if (expect !== AFTER_VALUE) parent = length;
    length++;
  }
}

/** Whether the units `from`…`to` spell a name. */
function isSpelled(name: string, units: Uint16Array, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let i = from; i < to; i++) if (name.charCodeAt(i - from) !== units[i]) return false;
  return true;
}

/** End of the escape that begins with the backslash here, or -1 when it is none. */
function escapeEnd(units: Uint16Array, backslash: number): number {
  const escaped = units[backslash + 1] as number;
  if (!isEscape(escaped)) return -1;
  if (escaped !== 0x75) return backslash + 2;
  for (let k = 2; k < 6; k++) if (!isHex(units[backslash + k] as number)) return -1;
  return backslash + 6;
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

function digitsEnd(units: Uint16Array, from: number): number {
  let i = from;
  let code = units[i] as number;
  while (code >= ZERO && code <= 0x39) code = units[++i] as number;
  return i;
}

function numberEnd(units: Uint16Array, from: number): number {
  let i = from;
  if ((units[i] as number) === MINUS) i++;
  const whole = i;
  i = digitsEnd(units, i);
  if (i === whole || (i > whole + 1 && (units[whole] as number) === ZERO)) return -1;
  if ((units[i] as number) === 0x2e) {
    const fraction = i + 1;
    i = digitsEnd(units, fraction);
    if (i === fraction) return -1;
  }
  const exponent = units[i] as number;
  if (exponent === 0x65 || exponent === 0x45) {
    i++;
    const sign = units[i] as number;
    if (sign === PLUS || sign === MINUS) i++;
    const power = i;
    i = digitsEnd(units, power);
    if (i === power) return -1;
  }
  return i;
}

function literalEnd(text: string, from: number): number {
  for (const literal of ['null', 'true', 'false']) if (text.startsWith(literal, from)) return from + literal.length;
  return -1;
}
