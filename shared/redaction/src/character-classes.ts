/**
 * What a string contains, as bits gathered while it is scanned anyway. They decide which few strings of a report
 * are worth a closer look; a string without a suspicious class cannot hold an SSN in any writing we know.
 */
const NON_ASCII = 1;
const MASK_SIGN = 2;
const SSN_WORD_LETTER = 4;
const BRACKET = 8;
const PERCENT_OR_AMPERSAND = 16;
const BASE64_FIRST = 32;
const BASE64_SECOND = 64;
/** The string has a backslash: its text differs from its spelling. */
export const ESCAPED = 128;
const UNICODE_ESCAPE = 256;
const FOUR_DIGITS = 512;
const SEVEN_DIGITS = 1024;
const LONG = 2048;
const DOCUMENT_LENGTH = 4096;

/** Seven is what is left of nine when two leading zeros are lost. */
const LEAST_DIGITS = 7;

const ONLY_DIGITS = 0x10000;
const ANY_DIGIT = 0x20000;

/** In the tables below: ends a JSON string, or may not stand in one. */
export const STOP = 0x4000;
const ASCII_DIGIT = 0x8000;

/** Shortest base64 of seven ASCII digits: what is left of nine when two leading zeros are lost. */
export const SHORTEST_BASE64 = 10;
/** Base64 of a document has more letters: even gzip of nothing does. */
export const SHORTEST_DOCUMENT = 24;

/** Bits per ASCII character. */
export const ASCII_CLASSES = Uint16Array.from({ length: 0x80 }, (_, code) => asciiClasses(String.fromCharCode(code)));

function asciiClasses(character: string): number {
  let classes = 0;
  if (/[0-9]/.test(character)) classes |= ASCII_DIGIT;
  if (/[xX*#_]/.test(character)) classes |= MASK_SIGN;
  if (/[sStT]/.test(character)) classes |= SSN_WORD_LETTER;
  if (/[[{<]/.test(character)) classes |= BRACKET;
  if (/[%&]/.test(character)) classes |= PERCENT_OR_AMPERSAND;
  // How the base64 of a number's digits begins: see `base64.ts`.
  if (/[MNOT]/.test(character)) classes |= BASE64_FIRST;
  if (/[A-HQ-Xg-nw-z0-3]/.test(character)) classes |= BASE64_SECOND;
  if (character === '"' || character === '\\' || character < ' ') classes |= STOP;
  return classes;
}

/** Classes of a character outside ASCII. */
export const NON_ASCII_CLASSES = NON_ASCII;
const BACKSLASH = 0x5c;

/** Classes of an escape: `\u` and `\x` may hide any character. */
export function escapeClasses(escaped: number): number {
  return escaped === 0x75 || escaped === 0x78 ? ESCAPED | UNICODE_ESCAPE : ESCAPED;
}

/** Completes the bits of a string with its count of ASCII digits and its length. */
export function completeClasses(bits: number, digits: number, length: number): number {
  let classes = bits & ~(STOP | ASCII_DIGIT);
  if (digits >= 4) classes |= FOUR_DIGITS;
  if (digits >= LEAST_DIGITS) classes |= SEVEN_DIGITS;
  if (digits === length) classes |= ONLY_DIGITS;
  if (digits > 0) classes |= ANY_DIGIT;
  if (length >= SHORTEST_BASE64) classes |= LONG;
  if (length >= SHORTEST_DOCUMENT) classes |= DOCUMENT_LENGTH;
  return classes;
}

/** A longer text has digits and signs enough for every look. */
const LONG_TEXT = 4096;
const HAS_DIGITS = /\d{2}/;
const EVERYTHING = ~(ONLY_DIGITS | STOP | ASCII_DIGIT);

/** The classes of a text that is not inside JSON, or of a part of it. */
export function classesOf(text: string, from = 0, to = text.length): number {
  if (to - from > LONG_TEXT && from === 0 && to === text.length && HAS_DIGITS.test(text)) return EVERYTHING;
  let bits = 0;
  let digits = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    const classes = code < 0x80 ? (ASCII_CLASSES[code] as number) : NON_ASCII;
    bits |= classes;
    digits += classes >> 15;
    if (code === BACKSLASH) bits |= escapeClasses(text.charCodeAt(i + 1));
  }
  return completeClasses(bits, digits, to - from);
}

const UNSEEN_DIGITS = NON_ASCII | UNICODE_ESCAPE;

/** Whether the rules for text can find anything in a string as it stands. */
export function mayReadAsSsn(classes: number): boolean {
  if ((classes & (SEVEN_DIGITS | UNSEEN_DIGITS)) !== 0) return true;
  return (classes & FOUR_DIGITS) !== 0 && (classes & (MASK_SIGN | SSN_WORD_LETTER)) !== 0;
}

/** `&#xbea;` is a digit in letters. */
const HEX_ENTITY = PERCENT_OR_AMPERSAND | MASK_SIGN;

/** Whether a string may hold another text: JSON or XML, or one spelled in escapes or entities. */
export function mayNest(classes: number): boolean {
  if ((classes & UNICODE_ESCAPE) !== 0 || (classes & HEX_ENTITY) === HEX_ENTITY) return true;
  return hasFourDigits(classes) && (classes & (BRACKET | PERCENT_OR_AMPERSAND | ESCAPED)) !== 0;
}

/** Whether a string may be JSON without a number in it: the form of which the answers stand elsewhere. */
export function mayHoldForm(classes: number): boolean {
  const all = BRACKET | ESCAPED | SSN_WORD_LETTER;
  return (classes & all) === all;
}

/** Whether a string may hold base64 of digits or of a document; `base64.ts` looks closer. */
export function mayHoldBase64(classes: number): boolean {
  // Digits read as base64 give at most every third byte a digit, and letters between.
  if ((classes & ONLY_DIGITS) !== 0) return false;
  if ((classes & DOCUMENT_LENGTH) !== 0) return true;
  const all = LONG | BASE64_FIRST | BASE64_SECOND;
  return (classes & all) === all;
}

export function isSuspicious(classes: number): boolean {
  return mayReadAsSsn(classes) || mayNest(classes) || mayHoldBase64(classes);
}

export function isOnlyDigits(classes: number): boolean {
  return (classes & (ONLY_DIGITS | ANY_DIGIT)) === (ONLY_DIGITS | ANY_DIGIT);
}

/** Whether a string has a digit, as far as it can be seen. */
export function hasDigit(classes: number): boolean {
  return (classes & (ANY_DIGIT | UNSEEN_DIGITS)) !== 0;
}

/** Whether a string has the digits of an SSN's last group, as far as it can be seen. */
export function hasFourDigits(classes: number): boolean {
  return (classes & (FOUR_DIGITS | UNSEEN_DIGITS)) !== 0;
}

/** Whether a string has the digits of a whole SSN, as far as it can be seen. */
export function hasSevenDigits(classes: number): boolean {
  return (classes & (SEVEN_DIGITS | UNSEEN_DIGITS)) !== 0;
}

/** Whether a string may name an SSN (`SSN 123…`): all such words have one of these letters. */
export function mayNameSsn(classes: number): boolean {
  return (classes & (SSN_WORD_LETTER | UNSEEN_DIGITS)) !== 0;
}

/** Whether a text may have characters outside ASCII, as they are or spelled in codes. */
export function mayBeOdd(classes: number): boolean {
  return (classes & (UNSEEN_DIGITS | PERCENT_OR_AMPERSAND)) !== 0;
}
