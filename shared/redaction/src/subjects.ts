import type { Finding } from './edits.ts';

/** More lies between two digits of no number that was split over values, cells or lines. */
const MAX_GAP = 40;
const NINE = 9;
/** A number that lost its leading zeros has so many digits at least. */
const LEAST_DIGITS = 7;
const ZERO = 0x30;
const HUNDRED_MILLIONS = 100_000_000;

const PREFILTER = 1024;
const NO_NUMBERS = new Uint8Array(PREFILTER);
const MAX_FOURS = 64;

/**
 * The numbers of the people of one event, as they were found by names, labels, words and forms. They are taken from all texts of
 * the event last, in whatever separators they stand.
 */
export class SubjectNumbers {
  /** As numbers, with what named each first. */
  readonly #numbers = new Map<number, string>();
  readonly #fours = new Set<string>();
  /** Nearly all that is asked for is none of the few numbers: a look at this says so. */
  #mayHave = NO_NUMBERS;
  #hasShort = false;

  get isEmpty(): boolean {
    return this.#numbers.size === 0;
  }

  /** The last four digits of each. */
  get fours(): ReadonlySet<string> {
    return this.#fours;
  }

  /** Takes nine digits, or six to eight that lost their zeros. One repeated digit would empty reports. */
  add(digits: string, because: string): void {
    if (!/^\d{6,9}$/.test(digits) || /^0*(\d)\1*$/.test(digits)) return;
    const value = Number(digits);
    if (this.#numbers.has(value)) return;
    this.#numbers.set(value, because);
    this.#fours.add(digits.slice(-4));
    if (this.#mayHave === NO_NUMBERS) this.#mayHave = new Uint8Array(PREFILTER);
    this.#mayHave[value & (PREFILTER - 1)] = 1;
    if (value < HUNDRED_MILLIONS) this.#hasShort = true;
  }

  /** Matches the last four digits of each, and of very many numbers all fours. */
  get everyFour(): RegExp {
    const fours = this.#fours.size > MAX_FOURS ? '\\d{4}' : [...this.#fours].join('|');
    return new RegExp(`(?<!\\d)(?:${fours})(?!\\d)`, 'g');
  }

  /** Whether the digits of a number contain one of these, wherever its point is; behind a point a zero may be lost. */
  isIn(number: string): boolean {
    return !this.isEmpty && this.sweep(`${number.replace(/\D/g, '')}0`).length > 0;
  }

  /**
   * Where the numbers stand in a text: nine digits in a run, or in runs of which no other digits are a part. One finding
   * from the first digit to the last; it may span values.
   */
  sweep(text: string): readonly Finding[] {
    const found: Finding[] = [];
    if (this.isEmpty) return found;
    /** The last nine digits, and where each stands, in a ring; `at` is the place of the next one. */
    const digits = new Uint8Array(NINE);
    const places = new Int32Array(NINE);
    let slot = 0;
    let count = 0;
    let value = 0;
    let last = 0;
    for (let at = 0; at < text.length; at++) {
      const digit = text.charCodeAt(at) - ZERO;
      if (digit < 0 || digit > 9) continue;
      if (at - last > MAX_GAP) count = 0;
      value = (count < NINE ? value : value - (digits[slot] as number) * HUNDRED_MILLIONS) * 10 + digit;
      if (count === 0) value = digit;
      digits[slot] = digit;
      places[slot] = last = at;
      slot = slot === NINE - 1 ? 0 : slot + 1;
      count++;
      if (count >= NINE && this.#mayHave[value & (PREFILTER - 1)] === 1 && this.#numbers.has(value)) {
        const start = places[slot] as number;
        const isRun = at - start === NINE - 1;
        if (isRun || (!isDigit(text, start - 1) && !isDigit(text, at + 1)))
          found.push(this.#finding(start, at + 1, value));
      }
      if (this.#hasShort && !isDigit(text, at + 1)) this.#findShort(text, at + 1, found);
    }
    // As spreadsheets write large numbers: `6.66453920E8`.
    if (!/\d[eE]\+?\d/.test(text)) return found;
    for (const { 0: written, index } of text.matchAll(/\b\d{1,9}(?:\.\d{1,9})?[eE]\+?\d{1,2}\b/g)) {
      const number = Math.round(Number(written));
      if (this.#numbers.has(number)) found.push(this.#finding(index, index + written.length, number));
    }
    return found;
  }

  /** A run of seven or eight digits that is a number without its zeros. */
  #findShort(text: string, end: number, found: Finding[]): void {
    let start = end;
    while (end - start < NINE && isDigit(text, start - 1)) start--;
    if (end - start < LEAST_DIGITS || end - start >= NINE) return;
    const value = Number(text.slice(start, end));
    if (value >= 1_000_000 && this.#numbers.has(value)) found.push(this.#finding(start, end, value));
  }

  #finding(start: number, end: number, value: number): Finding {
    return { start, end, digits: null, rule: 'subject', because: `a number of the event: ${this.#numbers.get(value)}` };
  }
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= ZERO && code <= ZERO + 9;
}
