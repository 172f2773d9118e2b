const LATE_DAYS = [30, 60, 90, 120, 150, 180] as const;
/** How an account was paid in a month: on time, so many days late, or charged off and the like. The worst last. */
export const RATINGS = ['paid', ...LATE_DAYS, 'worst'] as const;
export type MonthRating = (typeof RATINGS)[number];

/** The months of an account, the newest first; null for one that is not reported. */
export type PaymentHistory = {
  /** The newest month, by its number (`monthNumber`). */
  readonly from: number;
  readonly ratings: readonly (MonthRating | null)[];
};

/** A month in which an account was late, by its number, and how late. */
type LateMonth = { readonly month: number; readonly days: number };

/** Lenders charge a card off at 180 days (Uniform Retail Credit Classification, 65 FR 36903). Worse signs count as much. */
const CHARGED_OFF = 180;
/** Seven years. */
const MAX_MONTHS = 84;
const WORST = '789GHJKL';
/** What bureaus write into a history: signs of ratings, and of months without one. */
const HISTORY_SIGNS = /^[0-9A-Z*.\-?]+$/;

/** @param late by 30 days, 60 and so on */
function ratingsBy(paid: string, late: string): ReadonlyMap<string, MonthRating> {
  return new Map<string, MonthRating>([
    ...[...paid].map((sign) => [sign, 'paid'] as const),
    ...[...WORST].map((sign) => [sign, 'worst'] as const),
    ...LATE_DAYS.map((days, index) => [late.charAt(index), days] as const),
  ]);
}
/** Experian, MISMO and TrueLink. */
const BY_LETTERS = ratingsBy('C0NE', '123456');
/** TransUnion and Equifax number the manner of payment. */
const BY_MANNER = ratingsBy('1', '23456');

/**
 * Which of the two codes a history uses is told by a C; in histories of bureaus that number the manner of payment from 1
 * nothing else tells, in others a 0 or an N does.
 * @param stated a sign for each month. @param from the month of the first sign. @returns null for what is no history
 */
export function paymentHistory(stated: string, from: number, isNumbered: boolean): PaymentHistory | null {
  const signs = stated.slice(0, MAX_MONTHS).toUpperCase();
  if (!HISTORY_SIGNS.test(signs)) return null;
  const isLettered = isNumbered ? signs.includes('C') : /[C0N]/.test(signs);
  const ratings = isLettered ? BY_LETTERS : BY_MANNER;
  return { from, ratings: Array.from(signs, (sign) => ratings.get(sign) ?? null) };
}

/** What several bureaus say of one account: of a month the worst that one says. */
export function mergedHistory(stated: readonly (PaymentHistory | null)[]): PaymentHistory | null {
  const histories = stated.filter((history) => history !== null);
  if (histories.length < 2) return histories[0] ?? null;
  const { from, length } = spanOf(histories);
  const ratings = Array.from({ length }, (_, index) => {
    const ofMonth = histories.map((history) => history.ratings[history.from - from + index]);
    return RATINGS.findLast((rating) => ofMonth.includes(rating)) ?? null;
  });
  return { from, ratings };
}

/** The months of which one of them tells. */
export function spanOf(histories: readonly PaymentHistory[]) {
  const from = Math.max(...histories.map((history) => history.from));
  return { from, length: Math.max(...histories.map((history) => from - history.from + history.ratings.length)) };
}

/** The newest first. */
export function lateMonths({ from, ratings }: PaymentHistory): LateMonth[] {
  return ratings.flatMap((rating, index) => {
    if (rating === null || rating === 'paid') return [];
    return [{ month: from - index, days: rating === 'worst' ? CHARGED_OFF : rating }];
  });
}
