import { characterClass, DIGIT, digitsOf, digitValue, LETTER } from './characters.ts';

/**
 * The SSNs of the people whom one event is about, as found under names and labels (rules 1 and 2). Rule 3 removes them
 * from everything else of that event. Numbers lose leading zeros, so eight digits, and seven, are looked for as well.
 */
export type SubjectNumbers = {
  readonly isEmpty: () => boolean;
  /** Takes nine digits, or eight or seven that lost their zeros; other lengths and one repeated digit are no numbers. */
  readonly add: (digits: string) => void;
  /** Whether these nine digits, as a number, are one. */
  readonly hasNine: (value: number) => boolean;
  /** Whether these eight or seven digits, as a number, are one that lost its leading zeros. */
  readonly hasShort: (value: number) => boolean;
  /** Whether any of them begins with a zero. */
  readonly hasShortForms: () => boolean;
};

const SIEVE_SIZE = 1024;

export function createSubjectNumbers(numbers: readonly string[] = []): SubjectNumbers {
  const nine = new Set<number>();
  const short = new Set<number>();
  // Nearly all that is asked for is none of the few numbers of an event: a look at this says so.
  let sieve: Uint8Array | null = null;
  const mayHave = (value: number): boolean => sieve !== null && sieve[value & (SIEVE_SIZE - 1)] === 1;
  const add = (digits: string): void => {
    if (!/^\d{7,9}$/.test(digits) || /^(\d)\1*$/.test(digits)) return;
    const value = Number(digits);
    nine.add(value);
    sieve ??= new Uint8Array(SIEVE_SIZE);
    sieve[value & (SIEVE_SIZE - 1)] = 1;
    if (value < 100_000_000 && value >= 1_000_000) short.add(value);
  };
  for (const number of numbers) add(number);
  return {
    isEmpty: () => nine.size === 0,
    add,
    hasNine: (value) => mayHave(value) && nine.has(value),
    hasShort: (value) => mayHave(value) && short.has(value),
    hasShortForms: () => short.size > 0,
  };
}

/** How programs print a large integer: `531847296n`. */
const BIG_INTEGER = /^\s*-?\d{1,20}n\s*$/;

/** The digits of a text that holds nothing but digits, punctuation and invisible characters; else null. */
export function bareDigits(text: string): string | null {
  if (BIG_INTEGER.test(text)) return digitsOf(text);
  for (let i = 0; i < text.length; i++) {
    const codePoint = text.codePointAt(i) as number;
    if (codePoint > 0xffff) i++;
    if (characterClass(codePoint) === LETTER) return null;
  }
  return digitsOf(text);
}

/**
 * The digits of a JSON number's value when it is a whole one: `1.23456789e8` is `123456789`. Null for other numbers and
 * for those too long to be an SSN.
 */
export function wholeNumberDigits(spelling: string): string | null {
  const parts = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(spelling);
  if (parts === null || spelling.length > 400) return null;
  const fraction = parts[2] ?? '';
  const digits = (parts[1] as string) + fraction;
  const zeros = Number(parts[3] ?? 0) - fraction.length;
  if (zeros > 9) return null;
  const whole = zeros >= 0 ? digits + '0'.repeat(zeros) : digits.slice(0, zeros);
  if (zeros < 0 && !/^0*$/.test(digits.slice(zeros))) return null;
  const significant = whole.replace(/^0+/, '');
  return significant.length <= 9 ? significant : null;
}

/** Nine-digit and 3-2-4 runs in a text under an SSN's name: `123-45-6789 (verified 2019)`. */
export function digitGroups(text: string): readonly string[] {
  const groups: string[] = [];
  let run = '';
  let gap = 0;
  for (let i = 0; i <= text.length; i++) {
    const codePoint = text.codePointAt(i) ?? 0x41;
    if (codePoint > 0xffff) i++;
    const kind = characterClass(codePoint);
    if (kind === DIGIT) {
      run += digitValue(codePoint);
      gap = 0;
    } else if (kind === LETTER || ++gap > 1) {
      if (run.length === 9) groups.push(run);
      run = '';
    }
  }
  return groups;
}
