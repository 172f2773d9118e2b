import { ASCII_DIGIT_ZERO } from './characters.ts';
import { isPlain, mayNameSsn } from './marks.ts';
import { findSsnWords } from './ssn-words.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import type { TextContext } from './text-rules.ts';

const BILLION = 1_000_000_000;
const DELETE = 0x7f;

/** A longer text is searched for words once only: by the rules. */
const LONG_TEXT = 1024;

/**
 * Whether `findInText` may find anything in a part of a text: a cheap look that is never wrong when it says no. Most
 * strings with enough digits are dates, amounts, codes and account numbers.
 *
 * @param marks those of the part
 */
export function mayFindInText(text: string, [start, end]: Span, marks: number, context: TextContext): boolean {
  if (context.aboutSsn || !isPlain(marks)) return true;
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
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    const digit = code - ASCII_DIGIT_ZERO;
    if (digit >= 0 && digit <= 9) {
      digits++;
      joined++;
      if (joined > 1 && !wasDigit) isParted = true;
      if (joined >= 9 && isParted) return true;
      wasDigit = true;
      if (!hasSubjects) continue;
      value = (value * 10 + digit) % BILLION;
      if (digits >= 7 && isSubject(value, subjects)) return true;
      continue;
    }
    if (hasSubjects && continuesSpelling(text, i)) return true;
    const lower = code | 0x20;
    if (lower >= 0x61 && lower <= 0x7a) {
      joined = 0;
      isParted = false;
    } else if (code < 0x20 || code === DELETE) return true;
    wasDigit = false;
    if (isMask(code)) masks++;
    else signs++;
  }
  if (masks >= 2 && signs > 0) return true;
  if (digits < 4 || !mayNameSsn(marks)) return false;
  return end - start > LONG_TEXT || findSsnWords(text.slice(start, end)) !== null;
}

/** Whether a number may go on here in another spelling: `1e5`, `6.6 x 10^8`, `6.6*10^8`, `0x27`. */
function continuesSpelling(text: string, at: number): boolean {
  if (IS_SPELLING_SIGN[text.charCodeAt(at)] !== 1) return false;
  const sign = text.charAt(at);
  const before = text.slice(Math.max(0, at - 2), at);
  if (/[eE]/.test(sign)) return /\d\s?$/.test(before);
  if (/[xXoObB]/.test(sign) && before.endsWith('0')) return true;
  return /[xX*]/.test(sign) && /\d\s?$/.test(before) && /\d/.test(text.slice(at + 1, at + 3));
}

const IS_SPELLING_SIGN = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[eExXoObB*]/.test(String.fromCharCode(code)) ? 1 : 0,
);

type Span = readonly [start: number, end: number];

function isSubject(value: number, subjects: SubjectNumbers): boolean {
  if (subjects.hasNine(value)) return true;
  return subjects.hasShortForms() && (subjects.hasShort(value % 100_000_000) || subjects.hasShort(value % 10_000_000));
}

function isMask(code: number): boolean {
  // x X * #
  return code === 0x78 || code === 0x58 || code === 0x2a || code === 0x23;
}
