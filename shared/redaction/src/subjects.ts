import type { Finding } from './edits.ts';

/** More lies between two digits of no number that was split over values, cells or lines. */
const MAX_GAP = 40;
const NINE = 9;
/** A number that lost its leading zeros has so many digits at least. */
const LEAST_DIGITS = 7;
const LEAST_SHORT = 1_000_000;
const FOUR = 4;
/** An array of numbers is read faster than a text, and a text piece by piece needs little memory. */
const PIECE = 16 * 1024;
const PIECE_UNITS = new Uint16Array(PIECE);
const PIECE_BYTES = Buffer.from(PIECE_UNITS.buffer);
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
  #hasShort = false;

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
    if (value < HUNDRED_MILLIONS) this.#hasShort = true;
  }

  /** Whether the digits of a number contain one of these, wherever its point is; behind a point a zero may be lost. */
  isIn(number: string): boolean {
    return !this.isEmpty && this.sweep(`${number.replace(/\D/g, '')}0`).found.length > 0;
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
    let runStart = 0;
    for (let from = 0; from < text.length; from += PIECE) {
      PIECE_BYTES.write(text.slice(from, from + PIECE), 'utf16le');
      const units = Math.min(PIECE, text.length - from);
      for (let unit = 0; unit < units; unit++) {
        const digit = (PIECE_UNITS[unit] as number) - ZERO;
        if (digit < 0 || digit > 9) continue;
        const at = from + unit;
        if (at - last > 1) {
          runStart = at;
          if (at - last > MAX_GAP) count = value = 0;
        }
        value = (value % HUNDRED_MILLIONS) * 10 + digit;
        last = at;
        count++;
        if (count >= NINE && this.#mayHave[value & (PREFILTER - 1)] === 1 && this.#numbers.has(value)) {
          const start = startOfNine(text, at);
          const isRun = at - start === NINE - 1;
          if (isRun || (!isDigit(text, start - 1) && !isDigit(text, at + 1)))
            found.push(this.#finding(start, at + 1, value));
        }
        const length = at + 1 - runStart;
        if (length === FOUR) {
          if (this.#fours.has(value % TEN_THOUSAND) && !isDigit(text, at + 1)) fours.push(runStart);
        } else if (length >= LEAST_DIGITS && length < NINE && this.#hasShort && !isDigit(text, at + 1)) {
          // A number without its zeros.
          const short = value % 10 ** length;
          if (short >= LEAST_SHORT && this.#numbers.has(short)) found.push(this.#finding(runStart, at + 1, short));
        }
      }
    }
    // As spreadsheets write large numbers: `6.66453920E8`.
    if (!/\d[eE]\+?\d/.test(text)) return { found, fours };
    for (const { 0: written, index } of text.matchAll(/\b\d{1,9}(?:\.\d{1,9})?[eE]\+?\d{1,2}\b/g)) {
      const number = Math.round(Number(written));
      if (this.#numbers.has(number)) found.push(this.#finding(index, index + written.length, number));
    }
    return { found, fours };
  }

  #finding(start: number, end: number, value: number): Finding {
    return { start, end, digits: null, rule: 'subject', because: `a number of the event: ${this.#numbers.get(value)}` };
  }
}

/** Where the first of nine digits stands, of which the last stands here. */
function startOfNine(text: string, end: number): number {
  let at = end;
  for (let left = NINE - 1; left > 0; ) if (isDigit(text, --at)) left--;
  return at;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= ZERO && code <= ZERO + 9;
}
