import { digitsOf } from './characters.ts';
import { type SubjectNumbers, wholeNumberDigits } from './subject-numbers.ts';

const BILLION = 1_000_000_000;

/** Rule 3 on a JSON number: by its value (`1.23456789e8`) or by the digits that it is spelled with. */
export function findInNumber(spelling: string, subjects: SubjectNumbers): boolean {
  const whole = wholeNumberDigits(spelling);
  if (whole !== null && whole.length >= 7) {
    const value = Number(whole);
    if (subjects.hasNine(value) && (whole.length === 9 || subjects.hasShort(value))) return true;
  }
  const digits = digitsOf(spelling);
  let window = 0;
  for (let i = 0; i < digits.length; i++) {
    window = (window * 10 + digits.charCodeAt(i) - 0x30) % BILLION;
    if (i >= 8 && subjects.hasNine(window)) return true;
  }
  return isWithoutLastZeros(spelling, subjects) || (subjects.hasShortForms() && isShortForm(spelling, subjects));
}

/** Fractions lose zeros at their end: `666453.92` has the digits of 666453920. */
function isWithoutLastZeros(spelling: string, subjects: SubjectNumbers): boolean {
  if (!spelling.includes('.')) return false;
  const value = mantissaOf(spelling);
  return value >= LEAST_SHORT && value < MOST_SHORT && (subjects.hasNine(value * 10) || subjects.hasNine(value * 100));
}

function mantissaOf(spelling: string): number {
  return Number(digitsOf(spelling.split(/[eE]/, 1)[0] as string));
}

/** A number that lost its leading zeros may stand in hundredths or have zeros behind it: `412853.97`, `4128539700`. */
function isShortForm(spelling: string, subjects: SubjectNumbers): boolean {
  let value = mantissaOf(spelling);
  while (value >= LEAST_SHORT) {
    if (value < MOST_SHORT && subjects.hasShort(value)) return true;
    if (value % 10 !== 0) return false;
    value /= 10;
  }
  return false;
}

/** Seven digits and eight. */
const LEAST_SHORT = 1_000_000;
const MOST_SHORT = 100_000_000;
