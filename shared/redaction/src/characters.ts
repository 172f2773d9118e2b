/**
 * Which characters are digits, which are invisible, and which stand between the groups of a number. Classes are bits, so
 * that the characters of a gap can be added up.
 */
export const SPACE = 1;
export const DASH = 2;
export const PAREN = 4;
export const DOT = 8;
export const SLASH = 16;
export const NEWLINE = 32;
/** Any other punctuation or symbol. */
export const SYMBOL = 64;
/** A character without a visible trace: zero-width, soft hyphen, marks, controls. */
export const INVISIBLE = 128;
/** Letters and everything else that ends a number. */
export const LETTER = 256;
export const DIGIT = 512;
/** Of a gap: wider than a person reads over. */
export const WIDE = 1024;
/** Of a gap with letters: a short word at most. */
export const WORD = 2048;
/** Of a gap: markup that changes how letters look (`<b>`), and nothing else. */
export const INLINE_TAG = 4096;
/** Of a gap: markup that parts values (`</td><td>`). */
export const BLOCK_TAG = 8192;

export const ASCII_DIGIT_ZERO = 0x30;

/** Code points of the zeros of every block of decimal digits (Unicode 17, general category Nd). */
const DECIMAL_ZEROS = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
  0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136, 0x111d0,
  0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0, 0x11c50, 0x11d50,
  0x11da0, 0x11de0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50, 0x16d70, 0x1ccf0, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec,
  0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950, 0x1fbf0,
];

/** Digits of other kinds that a person reads as digits: first code point, first digit, how many follow. */
const OTHER_DIGITS: readonly (readonly [number, number, number])[] = [
  [0xb2, 2, 2], // ² ³
  [0xb9, 1, 1], // ¹
  [0x2070, 0, 1],
  [0x2074, 4, 6],
  [0x2080, 0, 10],
  [0x2460, 1, 9], // ① …
  [0x2474, 1, 9],
  [0x2488, 1, 9],
  [0x24ea, 0, 1],
  [0x24f5, 1, 9],
  [0x24ff, 0, 1],
  [0x2776, 1, 9],
  [0x2780, 1, 9],
  [0x278a, 1, 9],
  [0x3007, 0, 1], // 〇
  [0x1f100, 0, 1],
  [0x1f101, 0, 10],
  [0x1f10b, 0, 1],
];

const DIGIT_VALUES = digitValues();

function digitValues(): ReadonlyMap<number, number> {
  const values = new Map<number, number>();
  for (const zero of DECIMAL_ZEROS) for (let digit = 0; digit < 10; digit++) values.set(zero + digit, digit);
  for (const [first, digit, count] of OTHER_DIGITS) {
    for (let i = 0; i < count; i++) values.set(first + i, digit + i);
  }
  return values;
}

/** 0…9 for a code point that reads as a digit, else -1. */
export function digitValue(codePoint: number): number {
  if (codePoint < 0x80) return codePoint >= 0x30 && codePoint <= 0x39 ? codePoint - 0x30 : -1;
  return DIGIT_VALUES.get(codePoint) ?? -1;
}

/** The digits of a text, in ASCII; everything else is left out. */
export function digitsOf(text: string): string {
  let digits = '';
  for (let i = 0; i < text.length; i++) {
    const codePoint = text.codePointAt(i) as number;
    if (codePoint > 0xffff) i++;
    const value = digitValue(codePoint);
    if (value >= 0) digits += value;
  }
  return digits;
}

const DASHES = /^[\p{Pd}\u00AF\u02C9\u02D7\u2043\u207B\u208B\u2212\u2500\u2501\u23AF\u2796\u30FC\uFF70]$/u;
const DOTS = /^[.\u00B7\u2022\u2024\u2027\u2219\u22C5\u25CF\u30FB\u3002\uFF0E\uFF61\uFF65]$/u;
const INVISIBLES = /^[\p{Cf}\p{Mn}\p{Me}\p{Cc}\p{Variation_Selector}\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]$/u;

const ASCII_CLASSES = Uint16Array.from({ length: 0x80 }, (_, code) => classOf(code));
/** Classes of the other characters of the basic plane, worked out when first met (0 = not yet). */
const basicPlaneClasses = new Uint16Array(0x10000);

/** One of the classes above. */
export function characterClass(codePoint: number): number {
  if (codePoint < 0x80) return ASCII_CLASSES[codePoint] as number;
  if (codePoint > 0xffff) return classOf(codePoint);
  const known = basicPlaneClasses[codePoint] as number;
  if (known !== 0) return known;
  const found = classOf(codePoint);
  basicPlaneClasses[codePoint] = found;
  return found;
}

function classOf(codePoint: number): number {
  if (digitValue(codePoint) >= 0) return DIGIT;
  const character = String.fromCodePoint(codePoint);
  if (/^[\n\r\v\f\u0085\u2028\u2029]$/u.test(character)) return NEWLINE;
  if (/^[\t\p{Zs}]$/u.test(character)) return SPACE;
  if (DASHES.test(character)) return DASH;
  if (INVISIBLES.test(character)) return INVISIBLE;
  if (/^[\p{Ps}\p{Pe}]$/u.test(character)) return PAREN;
  if (DOTS.test(character)) return DOT;
  if (/^[/\\\u2044\u2215\u29F8\uFF0F\uFF3C]$/u.test(character)) return SLASH;
  if (/^[\p{P}\p{S}]$/u.test(character)) return SYMBOL;
  return LETTER;
}
