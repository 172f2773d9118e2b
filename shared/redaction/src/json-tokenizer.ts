import {
  ASCII_CLASSES,
  completeClasses,
  escapeClasses,
  isOnlyDigits,
  isSuspicious,
  NON_ASCII_CLASSES,
  STOP,
} from './character-classes.ts';
import { borrowUnits, returnUnits } from './code-units.ts';
import { decodeBackslashes } from './unfold/escapes.ts';
import { BACKSLASH, escapeEnd, literalEnd, MINUS, numberEnd, QUOTE, ZERO } from './json-tokens.ts';
import {
  ARRAY,
  CLASSES,
  doubled,
  END,
  type EntryKind,
  KEY_CLASSES,
  KEY_END,
  KEY_START,
  KIND,
  LITERAL,
  NAME,
  NEXT,
  NUMBER,
  newSlots,
  OBJECT,
  PARENT,
  START,
  STRING,
  TokenIndex,
  WIDTH,
} from './token-index.ts';

export type JsonFailure = 'not_json' | 'too_deep' | 'too_large';
export type JsonLimits = { maxDepth: number; maxValues: number };

const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** What the loop below expects next. */
const VALUE = 0;
const KEY = 1;
const KEY_OR_END = 2;
const VALUE_OR_END = 3;
const AFTER_VALUE = 4;

/** As many names of a text are found again when it repeats them; further ones are kept each time. */
const MAX_KNOWN_NAMES = 1024;
/** By hash: the last text that put a name there, and the name's index. */
const slotText = new Int32Array(MAX_KNOWN_NAMES);
const slotName = new Int32Array(MAX_KNOWN_NAMES);
let textNumber = 0;
/** By a name's index: where it stood first, its classes, and which name came next the last time. */
const nameStarts = new Int32Array(MAX_KNOWN_NAMES);
const nameEnds = new Int32Array(MAX_KNOWN_NAMES);
const nameClasses = new Int32Array(MAX_KNOWN_NAMES);
const nextNames = new Int32Array(MAX_KNOWN_NAMES);

/**
 * Reads JSON text by the letter of RFC 8259 (a byte order mark, a trailing comma, a bare control character are
 * refused), without recursion, in one pass.
 */
export function parseJson(text: string, limits: JsonLimits): TokenIndex | JsonFailure {
  const units = borrowUnits(text);
  try {
    return parseUnits(text, units, limits);
  } finally {
    returnUnits(units, text.length);
  }
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one state machine; split into a class it takes 20 to 30 % longer, into functions 10 to 20 %
function parseUnits(text: string, units: Uint16Array, limits: JsonLimits): TokenIndex | JsonFailure {
  const size = text.length;
  const names: string[] = [];
  textNumber = (textNumber + 1) | 0;
  let slots = newSlots(size);
  let length = 0;
  let position = 0;
  let parent = -1;
  let depth = 0;
  let expect = VALUE;
  let keyFrom = -1;
  let keyTo = -1;
  let keyClasses = 0;
  let name = -1;
  let allClasses = 0;

  for (;;) {
    let code = units[position] as number;
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = units[++position] as number;

    if (expect === AFTER_VALUE) {
      if (parent < 0)
        return position === size
          ? new TokenIndex({ text, slots, length, names, classes: allClasses, decode })
          : 'not_json';
      const inObject = slots[parent * WIDTH + KIND] === OBJECT;
      position++;
      if (code === COMMA) {
        expect = inObject ? KEY : VALUE;
        continue;
      }
      if (code !== (inObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return 'not_json';
      slots[parent * WIDTH + END] = position;
      slots[parent * WIDTH + NEXT] = length;
      parent = slots[parent * WIDTH + PARENT] as number;
      depth--;
      continue;
    }

    let kind: EntryKind;
    let from = position;
    let to = position;
    let classes = 0;
    if (code === QUOTE) {
      from = position + 1;
      const isKey = expect === KEY || expect === KEY_OR_END;
      const last = name;
      let expected = -1;
      if (isKey && name >= 0 && name < MAX_KNOWN_NAMES) {
        // Records repeat their names in the same order: the name that came next the last time is tried first.
        expected = nextNames[name] as number;
        if (expected >= 0) {
          const first = nameStarts[expected] as number;
          const end = nameEnds[expected] as number;
          let i = first;
          let k = from;
          while (i < end && units[i] === units[k]) {
            i++;
            k++;
          }
          // A name holds its escapes as spelled, so a quote behind it is the closing one.
          if (i === end && units[k] === QUOTE) to = k;
          else expected = -1;
        }
      }
      if (expected >= 0) {
        classes = nameClasses[expected] as number;
        name = expected;
      } else {
        let bits = 0;
        let digits = 0;
        let hash = 0;
        to = from;
        for (;;) {
          code = units[to] as number;
          if (code < 0x80) {
            const found = ASCII_CLASSES[code] as number;
            bits |= found;
            digits += found >> 15;
            if ((found & STOP) !== 0) {
              if (code === QUOTE) break;
              // A control character: one of the text, or the null behind its end.
              const after = code === BACKSLASH ? escapeEnd(units, to) : -1;
              if (after < 0) return 'not_json';
              bits |= escapeClasses(units[to + 1] as number);
              // Any character may stand behind the code.
              if (after - to > 2) digits++;
              to = after;
              continue;
            }
          } else bits |= NON_ASCII_CLASSES;
          to++;
        }
        classes = completeClasses(bits, digits, to - from);
        allClasses |= classes;
        if (isKey) {
          for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + (units[i] as number)) | 0;
          const slot = (hash ^ (hash >>> 10) ^ (hash >>> 20)) & (MAX_KNOWN_NAMES - 1);
          name = slotText[slot] === textNumber ? (slotName[slot] as number) : -1;
          if (name < 0 || !isKnown(units, name, from, to)) {
            name = names.push(text.slice(from, to)) - 1;
            if (name < MAX_KNOWN_NAMES) {
              slotText[slot] = textNumber;
              slotName[slot] = name;
              nameStarts[name] = from;
              nameEnds[name] = to;
              nameClasses[name] = classes;
              nextNames[name] = -1;
            }
          }
          if (last >= 0 && last < MAX_KNOWN_NAMES && name < MAX_KNOWN_NAMES) nextNames[last] = name;
        }
      }
      position = to + 1;
      if (isKey) {
        keyFrom = from;
        keyTo = to;
        keyClasses = classes;
        code = units[position] as number;
        while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = units[++position] as number;
        if (code !== COLON) return 'not_json';
        position++;
        expect = VALUE;
        continue;
      }
      kind = STRING;
      expect = AFTER_VALUE;
    } else if ((code === CLOSE_OBJECT && expect === KEY_OR_END) || (code === CLOSE_ARRAY && expect === VALUE_OR_END)) {
      slots[parent * WIDTH + END] = ++position;
      slots[parent * WIDTH + NEXT] = length;
      parent = slots[parent * WIDTH + PARENT] as number;
      depth--;
      expect = AFTER_VALUE;
      continue;
    } else if (expect === KEY || expect === KEY_OR_END) {
      return 'not_json';
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (++depth > limits.maxDepth) return 'too_deep';
      kind = code === OPEN_OBJECT ? OBJECT : ARRAY;
      position++;
      expect = code === OPEN_OBJECT ? KEY_OR_END : VALUE_OR_END;
    } else {
      const isNumber = code === MINUS || (code >= ZERO && code <= 0x39);
      kind = isNumber ? NUMBER : LITERAL;
      to = isNumber ? numberEnd(units, position) : literalEnd(text, position);
      if (to < 0) return 'not_json';
      position = to;
      expect = AFTER_VALUE;
      // Nothing is ever found in a literal, only in its key; one of digits may be the end of a number.
      if (!isNumber && (keyFrom < 0 || !(isSuspicious(keyClasses) || isOnlyDigits(keyClasses)))) {
        keyFrom = -1;
        continue;
      }
    }

    if (length >= limits.maxValues) return 'too_large';
    const at = length * WIDTH;
    if (at + WIDTH > slots.length) slots = doubled(slots);
    slots[at + KIND] = kind;
    slots[at + START] = from;
    slots[at + END] = to;
    slots[at + CLASSES] = classes;
    slots[at + NEXT] = length + 1;
    slots[at + PARENT] = parent;
    if (keyFrom < 0) {
      slots[at + KEY_START] = -1;
      slots[at + KEY_END] = -1;
      slots[at + KEY_CLASSES] = 0;
      slots[at + NAME] = -1;
    } else {
      slots[at + KEY_START] = keyFrom;
      slots[at + KEY_END] = keyTo;
      slots[at + KEY_CLASSES] = keyClasses;
      slots[at + NAME] = name;
      keyFrom = -1;
    }
    if (expect !== AFTER_VALUE) parent = length;
    length++;
  }
}

function decode(spelling: string): string {
  return spelling.includes('\\') ? decodeBackslashes(spelling).text : spelling;
}

/** Whether the units `from`…`to` spell a name as it stood first. */
function isKnown(units: Uint16Array, name: number, from: number, to: number): boolean {
  const start = nameStarts[name] as number;
  if ((nameEnds[name] as number) - start !== to - from) return false;
  for (let i = start, k = from; k < to; i++, k++) if (units[i] !== units[k]) return false;
  return true;
}
