import { LEAST_CODE } from '../unfold/base64.ts';

/** What a string is made of, so that most strings need no second look: bits, and above them the number of digits. */
export type Flags = number;

const DIGIT = 1;
/** A backslash, or a control character: the string is read by the letter. */
export const UNUSUAL = 2;
/** What may spell something else: `&`, `%`, `=`, `<`; a bracket at the start of JSON within. */
const SPELLS = 4;
/** Beyond ASCII. */
export const WIDE = 8;
/** Of these, any: the string is not what it looks like. */
export const SPELLED = UNUSUAL | SPELLS | WIDE;
/** Signs of a mask. */
export const MASK = 32;
/** Letters of base64 in a row, so many that they may hold a number or a document. */
export const CODE = 64;
const BREAK = 128;
const UPPER = 256;
const LOWER = 512;
const DASH = 1024;
/** A sign that base64 has too. */
const SLASH = 2048;
/** Signs or spaces, which part groups. */
export const PARTED = BREAK | DASH | SLASH;
/** Signs that may part the digits of one number: without these only letters stand between them. */
export const GROUPED = PARTED | MASK;
export const LETTERS = UPPER | LOWER;
const COUNT = 12;
/** A count of more would take bits that it does not have. */
const MOST_DIGITS = 0x7ffff;

const CLASSES = Uint16Array.from({ length: 0x80 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/\d/.test(sign)) return DIGIT;
  if (code < 0x20 || sign === '\\') return UNUSUAL | BREAK;
  if (/[&%=<{[]/.test(sign)) return SPELLS | BREAK;
  if (sign === '_') return MASK | SLASH;
  if (/[*#?]/.test(sign)) return MASK | BREAK;
  const letter = /[A-Z]/.test(sign) ? UPPER : LOWER;
  if (/[xXnN]/.test(sign)) return MASK | letter;
  if (/[A-Za-z]/.test(sign)) return letter;
  if (sign === '-') return DASH;
  return /[+/]/.test(sign) ? SLASH : BREAK;
});

export function flagsOf(text: string, from: number, to: number): Flags {
  let bits = 0;
  let digits = 0;
  let run = from;
  let longest = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    const found = code < 0x80 ? (CLASSES[code] as number) : WIDE | BREAK;
    bits |= found;
    digits += found & DIGIT;
    if ((found & BREAK) !== 0) {
      if (at - run > longest) longest = at - run;
      run = at + 1;
    }
  }
  longest = Math.max(longest, to - run);
  // Shorter letters in a row, and such of one kind, are a word, a key or an account.
  if (longest >= LEAST_CODE && (bits & UPPER) !== 0 && (bits & (LOWER | DIGIT)) !== 0) bits |= CODE;
  return bits | (Math.min(digits, MOST_DIGITS) << COUNT);
}

export function digitsIn(flags: Flags): number {
  return flags >> COUNT;
}
