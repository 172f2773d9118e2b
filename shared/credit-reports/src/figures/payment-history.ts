/** A month in which an account was late, by its number (`monthNumber`), and how late. */
export type LateMonth = { readonly month: number; readonly days: number };

type LateDays = 30 | 60 | 90 | 120 | 150 | 180;

/** Lenders charge a card off at 180 days (Uniform Retail Credit Classification, 65 FR 36903). Worse signs count as much. */
const CHARGED_OFF = 180;
/** Seven years of months. */
const MAX_MONTHS = 84;

const WORST_SIGNS: readonly (readonly [string, LateDays])[] = ['7', '8', '9', 'G', 'H', 'J', 'K', 'L'].map((sign) => [
  sign,
  CHARGED_OFF,
]);

/** Experian, MISMO and TrueLink: C, 0 and N are paid; 1 is 30 days late. */
const DAYS_BY_LETTERS: ReadonlyMap<string, LateDays> = new Map([
  ['1', 30],
  ['2', 60],
  ['3', 90],
  ['4', 120],
  ['5', 150],
  ['6', CHARGED_OFF],
  ...WORST_SIGNS,
]);
/** TransUnion and Equifax: 1 is paid; 2 is 30 days late. */
const DAYS_BY_MANNER: ReadonlyMap<string, LateDays> = new Map([
  ['2', 30],
  ['3', 60],
  ['4', 90],
  ['5', 120],
  ['6', 150],
  ...WORST_SIGNS,
]);

/** A history as it is stated: each sign is a month, the newest first. */
export type PaymentHistory = {
  readonly signs: string;
  /** The month of the first sign, by its number. */
  readonly from: number;
  /** Which of the two codes it uses. */
  readonly isLettered: boolean;
};

/**
 * Which of the two codes a history uses is told by a C; in histories of bureaus that number the manner of payment from 1
 * nothing else tells, in others a 0 or an N does.
 * @param from the month of the first sign.
 */
export function paymentHistory(stated: string, from: number, isNumbered: boolean): PaymentHistory {
  const signs = stated.slice(0, MAX_MONTHS).toUpperCase();
  const isLettered = signs.includes('C') || (!isNumbered && (signs.includes('0') || signs.includes('N')));
  return { signs, from, isLettered };
}

/** The late months of a history, the newest first. */
export function lateMonths({ signs, from, isLettered }: PaymentHistory): LateMonth[] {
  const days = isLettered ? DAYS_BY_LETTERS : DAYS_BY_MANNER;
  const late: LateMonth[] = [];
  for (let index = 0; index < signs.length; index += 1) {
    const daysLate = days.get(signs.charAt(index));
    if (daysLate !== undefined) late.push({ month: from - index, days: daysLate });
  }
  return late;
}

/** How an account was paid in a month: on time, so many days late, or charged off and the like. Null: not reported. */
export type MonthRating = 'paid' | LateDays | 'worst';

const PAID_LETTERS = new Set(['C', '0', 'N', 'E']);
const PAID_MANNERS = new Set(['1']);
const WORST = new Set(WORST_SIGNS.map(([sign]) => sign));
/** What bureaus write into a history: the signs above and those of months without a rating. */
const HISTORY_SIGNS = /^[0-9A-Z*.\-?]+$/;
const RATED_SIGNS = /[0-9CNE]/;

/** The months of a history, the newest first. Null for a text that is no history of signs. */
export function monthRatings({ signs, isLettered }: PaymentHistory): readonly (MonthRating | null)[] | null {
  if (!HISTORY_SIGNS.test(signs) || !RATED_SIGNS.test(signs)) return null;
  const paid = isLettered ? PAID_LETTERS : PAID_MANNERS;
  const days = isLettered ? DAYS_BY_LETTERS : DAYS_BY_MANNER;
  return Array.from(signs, (sign) => {
    if (paid.has(sign)) return 'paid';
    if (WORST.has(sign)) return 'worst';
    return days.get(sign) ?? null;
  });
}
