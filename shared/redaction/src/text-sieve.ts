import { ASCII_DIGIT_ZERO } from './characters.ts';
import { findLastFours } from './last-fours.ts';
import { isPlain, mayNest } from './marks.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import type { TextContext } from './text-rules.ts';
import { mayHoldWrittenDigits } from './written-digits.ts';

/** Eight digits and one more are nine, which is less than 2³⁰. */
const HUNDRED_MILLION = 100_000_000;
const DELETE = 0x7f;

/** A word may name an SSN or a part of one. */
const NAMES = 1;
/** A word may say that the end of a number is told. */
const TELLS_END = 2;

/**
 * By two letters, by their places in the alphabet: which words they may be of. All words about SSNs and their parts have
 * such a pair (`SSN`, `social`, `SCLSCTY`, `snn`, `SIN`, `seguro`, `ITIN`, `tax`, `first`, `area`), and `last`, `final`
 * and `end` too.
 */
const WORDS_OF_PAIRS = new Uint8Array(1024);
for (const pair of ['ss', 'so', 'sc', 'sn', 'si', 'se', 'ti', 'ta', 'fi', 'ar']) WORDS_OF_PAIRS[indexOf(pair)] = NAMES;
for (const pair of ['la', 'in', 'en']) WORDS_OF_PAIRS[indexOf(pair)] = TELLS_END;

function indexOf(pair: string): number {
  return ((pair.charCodeAt(0) & 31) << 5) | (pair.charCodeAt(1) & 31);
}

/**
 * Whether `findInText` may find anything in a part of a text: a cheap look that is never wrong when it says no. Most
 * strings with enough digits are dates, amounts, codes and account numbers.
 *
 * @param marks those of the part
 */
export function mayFindInText(text: string, [start, end]: Span, marks: number, context: TextContext): boolean {
  if (context.aboutSsn || !isPlain(marks) || mayNest(marks)) return true;
  const { subjects } = context;
  const hasSubjects = !subjects.isEmpty();
  let digits = 0;
  /** Digits without a letter between, the last nine of them as a number, and whether signs part them. */
  let joined = 0;
  let value = 0;
  let isParted = false;
  let wasDigit = false;
  let masks = 0;
  let signs = 0;
  /** The last letter, whatever stood behind it (`s.s.n`), and which words there may be. */
  let letter = 0;
  let words = 0;
  let hasLetters = false;
  let hasAssignments = false;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    // A plain text is ASCII.
    const kind = KINDS[code] as number;
    if (kind === DIGIT) {
      digits++;
      joined++;
      if (joined > 1 && !wasDigit) isParted = true;
      if (joined >= 9 && isParted) return true;
      wasDigit = true;
      if (!hasSubjects) continue;
      value = (value % HUNDRED_MILLION) * 10 + (code - ASCII_DIGIT_ZERO);
      if (digits >= 7 && isSubject(value, subjects)) return true;
      continue;
    }
    if (hasSubjects && (kind & SPELLING_SIGN) !== 0 && continuesSpelling(text, i)) return true;
    if ((kind & LETTER) !== 0) {
      joined = 0;
      isParted = false;
      words |= WORDS_OF_PAIRS[(letter << 5) | (code & 31)] as number;
      letter = code & 31;
    } else if ((kind & CONTROL) !== 0) return true;
    wasDigit = false;
    if ((kind & MASK) !== 0) masks++;
    else signs++;
    if ((kind & MAY_BE_WRITTEN) !== 0) hasLetters = true;
    if ((kind & ASSIGNS) !== 0) hasAssignments = true;
    if ((kind & MASK_OF_THREE) !== 0 && isThird(text, i)) masks += 2;
  }
  if (hasSubjects) {
    if (hasLetters && mayHoldHexNumber(text, [start, end], subjects)) return true;
    if (hasAssignments && digits >= LEAST_NUMBERED) return true;
  }
  if (masks >= 2 && signs > 0) return true;
  const isWritten = hasLetters && (hasSubjects || (words & NAMES) !== 0);
  if (isWritten && mayHoldWrittenDigits(text, [start, end], hasSubjects ? subjects : null)) return true;
  if (digits < 4) return false;
  if ((words & NAMES) !== 0) return true;
  return hasSubjects && (words & TELLS_END) !== 0 && findLastFours(text.slice(start, end), subjects).length > 0;
}

/** Whether a sign stands here the third time in a row. */
function isThird(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return text.charCodeAt(at - 1) === code && text.charCodeAt(at - 2) === code;
}

/** Whether a number may go on here in another spelling: `1e5`, `6.6 x 10^8`, `6.6*10^8`, `0x27`. */
function continuesSpelling(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 1);
  const isAfterDigit = isDigit(last) || (isSpace(last) && isDigit(text.charCodeAt(at - 2)));
  if (!isAfterDigit) return false;
  const sign = text.charCodeAt(at) | LOWER_CASE;
  if (sign === LOWER_E) return true;
  if (last === ASCII_DIGIT_ZERO && sign !== ASTERISK) return true;
  const isTimes = sign === LOWER_X || sign === ASTERISK;
  return isTimes && (isDigit(text.charCodeAt(at + 1)) || isDigit(text.charCodeAt(at + 2)));
}

/** Letters of a hexadecimal number: those of nine digits have seven or eight. */
const LEAST_HEX = 7;
const MOST_HEX = 8;

function mayHoldHexNumber(text: string, [start, end]: Span, subjects: SubjectNumbers): boolean {
  let length = 0;
  let value = 0;
  for (let i = start; i <= end; i++) {
    const digit = i < end ? (HEX_DIGITS[text.charCodeAt(i)] as number) : -1;
    if (digit >= 0) {
      if (++length <= MOST_HEX) value = value * 16 + digit;
      continue;
    }
    if (length >= LEAST_HEX && length <= MOST_HEX && subjects.hasNine(value)) return true;
    length = 0;
    value = 0;
  }
  return false;
}

/** Nine digits, each behind its position: `d1=5 d2=3`. */
const LEAST_NUMBERED = 18;

const LOWER_CASE = 0x20;
const LOWER_E = 0x65;
const LOWER_X = 0x78;
const ASTERISK = 0x2a;

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isDigit(code: number): boolean {
  return code >= ASCII_DIGIT_ZERO && code <= ASCII_DIGIT_ZERO + 9;
}

type Span = readonly [start: number, end: number];

function isSubject(value: number, subjects: SubjectNumbers): boolean {
  if (subjects.hasNine(value)) return true;
  return (
    subjects.hasShortForms() && (subjects.hasShort(value % HUNDRED_MILLION) || subjects.hasShort(value % 10_000_000))
  );
}

const DIGIT = 1;
const LETTER = 2;
const CONTROL = 4;
const MASK = 8;
const SPELLING_SIGN = 16;
/** Masks a group of a number when it stands in all its places. */
const MASK_OF_THREE = 32;
const ASSIGNS = 64;
/** A letter, or a sign that is misread for one: without them digits are what they are. */
const MAY_BE_WRITTEN = 128;
const HEX_DIGITS = Int8Array.from({ length: 0x80 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
);
/** What the characters of ASCII are to the loop above, as bits. */
const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\d/.test(character)) return DIGIT;
  let kind = 0;
  if (/[a-z]/i.test(character)) kind |= LETTER;
  if (code < 0x20 || code === DELETE) kind |= CONTROL;
  if (/[xX*#]/.test(character)) kind |= MASK;
  if (/[a-z|!]/i.test(character)) kind |= MAY_BE_WRITTEN;
  if (/[:=]/.test(character)) kind |= ASSIGNS;
  if (/[_?nN]/.test(character)) kind |= MASK_OF_THREE;
  if (/[eExXoObB*]/.test(character)) kind |= SPELLING_SIGN;
  return kind;
});
