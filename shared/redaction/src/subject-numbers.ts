import { characterClass, DIGIT, digitsOf, digitValue, LETTER } from './characters.ts';

/**
 * The SSNs of the subjects of one event, as found under names and labels (rules 1 and 2). Rule 3 removes them
 * from everything else of that event. Numbers lose leading zeros, so eight digits, and seven, are looked for as well.
 */
export type SubjectNumbers = {
  readonly isEmpty: () => boolean;
  /** All of them, as numbers, in the order in which they were found. */
  readonly all: () => ReadonlySet<number>;
  /** Takes nine digits, or eight to six that lost their zeros; other lengths and one repeated digit are no numbers. */
  readonly add: (digits: string) => void;
  /** Whether these nine digits, as a number, are one. */
  readonly hasNine: (value: number) => boolean;
  /** Whether these eight or seven digits, as a number, are one that lost its leading zeros. */
  readonly hasShort: (value: number) => boolean;
  /** Whether one of them ends with these four digits. */
  readonly hasLastFour: (value: number) => boolean;
  /** Whether any of them begins with a zero. */
  readonly hasShortForms: () => boolean;
};

const PREFILTER_SIZE = 1024;

export function createSubjectNumbers(numbers: readonly string[] = []): SubjectNumbers {
  const nine = new Set<number>();
  const short = new Set<number>();
  const lastFours = new Set<number>();
  // Nearly all that is asked for is none of the few numbers of an event: a look at this says so.
  let prefilter: Uint8Array | null = null;
  const mayHave = (value: number): boolean => prefilter !== null && prefilter[value & (PREFILTER_SIZE - 1)] === 1;
  const add = (digits: string): void => {
    const value = Number(digits);
    if (nine.has(value) || !/^\d{6,9}$/.test(digits) || /^(\d)\1*$/.test(digits)) return;
    nine.add(value);
    lastFours.add(value % 10_000);
    prefilter ??= new Uint8Array(PREFILTER_SIZE);
    prefilter[value & (PREFILTER_SIZE - 1)] = 1;
    if (value < 100_000_000 && value >= 1_000_000) short.add(value);
  };
  for (const number of numbers) add(number);
  return {
    isEmpty: () => nine.size === 0,
    all: () => nine,
    add,
    hasNine: (value) => mayHave(value) && nine.has(value),
    hasShort: (value) => mayHave(value) && short.has(value),
    hasLastFour: (value) => lastFours.has(value),
    hasShortForms: () => short.size > 0,
  };
}

/** How programs print a large integer: `531847296n`. */
const BIG_INTEGER = /^\s*-?\d{1,20}n\s*$/;

const ASCII_DIGITS = /^\d+$/;
const BEGINS_A_WORD = /^[A-Za-z]/;

/** The digits of a text that holds nothing but digits, punctuation and invisible characters; else null. */
export function bareDigits(text: string): string | null {
  if (ASCII_DIGITS.test(text)) return text;
  if (BEGINS_A_WORD.test(text)) return null;
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

/** What spreadsheets and people put around a number: `'123`, `="123"`, `#123`, `(123).` */
const DRESS = /^[\s'"‘’“”`=#([{]+|[\s'"‘’“”`)\]}.,;]+$/g;
/** A number that a program printed as one with a fraction. */
const FLOAT = /^\d{1,20}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/;

/** A text without the signs around it. */
export function undressed(text: string): string {
  return text.replace(DRESS, '');
}

/** The digits of a text that spells a whole number with a fraction or an exponent (`123456789.0`); else null. */
export function floatDigits(text: string): string | null {
  return FLOAT.test(text) && /[.eE]/.test(text) ? wholeNumberDigits(text) : null;
}

/**
 * The numbers that a text under an SSN's name holds: all of its digits when they are eight or nine, zeros before them
 * aside, otherwise the nine-digit and 3-2-4 groups in it (`123-45-6789 (verified 2019)`).
 */
export function numbersNamed(text: string): readonly string[] {
  const float = floatDigits(undressed(text));
  if (float !== null && float.length >= 7) return [float];
  const digits = bareDigits(text)?.replace(/^0+(?=\d{9}$)/, '') ?? '';
  return digits.length === 8 || digits.length === 9 ? [digits] : digitGroups(text);
}

/** Groups further apart are two numbers. */
const MAX_GROUP_GAP = 1;

function digitGroups(text: string): readonly string[] {
  const numbers: string[] = [];
  let groups: string[] = [];
  let gap = MAX_GROUP_GAP + 1;
  for (let i = 0; i <= text.length; i++) {
    const codePoint = text.codePointAt(i) ?? 0x41;
    if (codePoint > 0xffff) i++;
    const kind = characterClass(codePoint);
    if (kind === DIGIT) {
      const digit = String(digitValue(codePoint));
      if (gap === 0) groups[groups.length - 1] += digit;
      else groups.push(digit);
      gap = 0;
    } else if (kind === LETTER || ++gap > MAX_GROUP_GAP) {
      if (groups.length > 0) numbers.push(...numbersOfGroups(groups));
      groups = [];
      gap = MAX_GROUP_GAP + 1;
    }
  }
  return numbers;
}

/** Several numbers may stand in a row: each is nine digits in one group, or three, two and four. */
function numbersOfGroups(groups: readonly string[]): readonly string[] {
  const all = groups.join('');
  if (all.length === 9) return [all];
  const numbers = groups.filter((group) => group.length === 9);
  for (let i = 2; i < groups.length; i++) {
    const three = groups.slice(i - 2, i + 1);
    if (three.map((group) => group.length).join() === '3,2,4') numbers.push(three.join(''));
  }
  return numbers;
}
