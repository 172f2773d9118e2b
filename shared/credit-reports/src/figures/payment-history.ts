/** The months of an account, the newest first. */
export type PaymentHistory = {
  /** The newest month, by its number (`monthNumber`). */
  readonly from: number;
  /** Of each month how many days late it was paid: 0 as agreed, `WORST` charged off and the like, null not reported. */
  readonly ratings: readonly (number | null)[];
};

/** Beyond the 180 days at which lenders charge a card off (Uniform Retail Credit Classification, 65 FR 36903). */
export const WORST = 181;
export const LATE_RATINGS = [30, 60, 90, 120, 150, 180, WORST];
const WORST_SIGNS = '789GHJKL';
/** Seven years. */
const MAX_MONTHS = 84;
/** What bureaus write into a history: signs of ratings, and of months without one. No sign is an O, but words have one. */
const HISTORY_SIGNS = /^[0-9A-NP-Z*.\-?]+$/;

/** By the codes of their signs. @param late by 30 days, 60 and so on */
function ratingsBy(paid: string, late: string): readonly (number | null)[] {
  const ratings = new Array<number | null>(128).fill(null);
  for (const sign of paid) ratings[sign.charCodeAt(0)] = 0;
  for (const sign of WORST_SIGNS) ratings[sign.charCodeAt(0)] = WORST;
  for (const [index, sign] of [...late].entries()) ratings[sign.charCodeAt(0)] = LATE_RATINGS[index] ?? WORST;
  return ratings;
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
  // Equifax parts years by a stroke.
  const signs = stated.replaceAll('/', '').slice(0, MAX_MONTHS).toUpperCase();
  if (!HISTORY_SIGNS.test(signs)) return null;
  const isLettered = isNumbered ? signs.includes('C') : /[C0N]/.test(signs);
  const ratingOf = isLettered ? BY_LETTERS : BY_MANNER;
  const ratings = new Array<number | null>(signs.length);
  for (let month = 0; month < signs.length; month += 1) ratings[month] = ratingOf[signs.charCodeAt(month)] ?? null;
  return { from, ratings };
}

/** What several bureaus say of one account: of a month the worst that one says. */
export function mergedHistory(stated: readonly (PaymentHistory | null)[]): PaymentHistory | null {
  const histories = stated.filter((history) => history !== null);
  if (histories.length < 2) return histories[0] ?? null;
  const { from, length } = spanOf(histories);
  const ratings = new Array<number | null>(length).fill(null);
  for (const history of histories) {
    history.ratings.forEach((days, index) => {
      const month = from - history.from + index;
      if (days !== null) ratings[month] = Math.max(ratings[month] ?? 0, days);
    });
  }
  return { from, ratings };
}

/** The months of which one of them tells. */
export function spanOf(histories: readonly PaymentHistory[]) {
  const from = Math.max(...histories.map((history) => history.from));
  return { from, length: Math.max(...histories.map((history) => from - history.from + history.ratings.length)) };
}

/** How many months after that one were paid late by so many days or more. */
export function lateMonths({ from, ratings }: PaymentHistory, days: number, after: number): number {
  return ratings.filter((late, index) => late !== null && late >= days && from - index > after).length;
}
