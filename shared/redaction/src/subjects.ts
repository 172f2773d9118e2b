import type { Finding } from './edits.ts';

/** More lies between two digits of no number that was split over values, cells or lines. */
const MAX_GAP = 40;
const NINE = 9;
/** A number that lost its leading zeros has so many digits at least. */
const LEAST_DIGITS = 7;
const LEAST_SHORT = 1_000_000;
const FOUR = 4;
const ZERO = 0x30;
const HUNDRED_MILLIONS = 100_000_000;
const TEN_THOUSAND = 10_000;

const PREFILTER = 1024;
const NO_NUMBERS = new Uint8Array(PREFILTER);

/** What a text holds of the numbers. */
type Sweep = {
  readonly found: readonly Finding[];
  /** Where four digits by themselves begin that are the last ones of a number. */
  readonly fours: readonly number[];
};

/**
 * The numbers of the people of one event, as they were found by names, labels, words and forms. They are taken from all texts of
 * the event last, in whatever separators they stand.
 */
export class SubjectNumbers {
  /** As numbers, with what named each first. */
  readonly #numbers = new Map<number, string>();
  readonly #fours = new Set<number>();
  /** Nearly all that is asked for is none of the few numbers: a look at this says so. */
  #mayHave = NO_NUMBERS;

  get isEmpty(): boolean {
    return this.#numbers.size === 0;
  }

  /** Takes nine digits, or six to eight that lost their zeros. One repeated digit would empty reports. */
  add(digits: string, because: string): void {
    if (!/^\d{6,9}$/.test(digits) || /^0*(\d)\1*$/.test(digits)) return;
    const value = Number(digits);
    if (this.#numbers.has(value)) return;
    this.#numbers.set(value, because);
    this.#fours.add(value % TEN_THOUSAND);
    if (this.#mayHave === NO_NUMBERS) this.#mayHave = new Uint8Array(PREFILTER);
    this.#mayHave[value & (PREFILTER - 1)] = 1;
  }

  /** Whether a number is one of these, wherever its point is, or has one in a row; behind a point a zero may be lost. */
  isIn(number: string): boolean {
    return !this.isEmpty && this.sweep(`${number}0`).found.length > 0;
  }

  /**
   * Where the numbers stand in a text: nine digits in a run, or in runs of which no other digits are a part. One finding
   * from the first digit to the last; it may span values.
   */
  sweep(text: string): Sweep {
    const found: Finding[] = [];
    const fours: number[] = [];
    if (this.isEmpty) return { found, fours };
    /** Of the last nine digits. */
    let value = 0;
    let count = 0;
    let last = -1;
    for (let from = nextDigit(text, 0); from >= 0; from = nextDigit(text, last + 1)) {
      if (from - last > MAX_GAP) count = value = 0;
      let at = from;
      for (let digit = digitAt(text, at); digit >= 0; digit = digitAt(text, ++at)) {
        value = (value % HUNDRED_MILLIONS) * 10 + digit;
        count++;
        if (count < NINE || this.#mayHave[value & (PREFILTER - 1)] === 0 || !this.#numbers.has(value)) continue;
        const start = startOfNine(text, at);
        const isRun = at - start === NINE - 1;
        const isWhole = isRun || (digitAt(text, start - 1) < 0 && digitAt(text, at + 1) < 0);
        if (isWhole && !hasEscape(text, start, at + 1)) found.push(this.#finding(start, at + 1, value));
      }
      last = at - 1;
      const length = at - from;
      if (length === FOUR && this.#fours.has(value % TEN_THOUSAND)) fours.push(from);
      if (length < LEAST_DIGITS || length >= NINE) continue;
      // A number without its zeros.
      const short = value % 10 ** length;
      if (short >= LEAST_SHORT && this.#numbers.has(short)) found.push(this.#finding(from, at, short));
    }
    return { found, fours };
  }

  #finding(start: number, end: number, value: number): Finding {
    return { start, end, digits: null, rule: 'subject', because: `a number of the event: ${this.#numbers.get(value)}` };
  }
}

/** Whether some of these digits are those of an escape (`\u0037`): they are none of the text's, and are read when it is decoded. */
function hasEscape(text: string, start: number, end: number): boolean {
  return /\\u[\da-f]{4}/i.test(text.slice(Math.max(0, start - 5), end));
}

/** Where the first of nine digits stands, of which the last stands here. */
function startOfNine(text: string, end: number): number {
  let at = end;
  for (let left = NINE - 1; left > 0; ) if (digitAt(text, --at) >= 0) left--;
  return at;
}

/** The digit that stands here; less than nought: none. */
function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - ZERO;
  return digit <= 9 ? digit : -1;
}

const DIGIT = /\d/g;

/** Where the next digit stands, or -1: most of a text is none, and an expression passes over it fastest. */
function nextDigit(text: string, from: number): number {
  DIGIT.lastIndex = from;
  return DIGIT.test(text) ? DIGIT.lastIndex - 1 : -1;
}
