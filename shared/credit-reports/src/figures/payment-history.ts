/** A month in which an account was late, by its number (`monthNumber`), and how late. */
export type LateMonth = { readonly month: number; readonly days: number };

/** Lenders charge a card off at 180 days (Uniform Retail Credit Classification, 65 FR 36903). Worse signs count as much. */
const CHARGED_OFF = 180;
/** Seven years of months. */
const MAX_MONTHS = 84;

const WORST_SIGNS: readonly (readonly [string, number])[] = ['7', '8', '9', 'G', 'H', 'J', 'K', 'L'].map((sign) => [
  sign,
  CHARGED_OFF,
]);

/** Experian, MISMO and TrueLink: C, 0 and N are paid; 1 is 30 days late. */
const DAYS_BY_LETTERS: ReadonlyMap<string, number> = new Map([
  ['1', 30],
  ['2', 60],
  ['3', 90],
  ['4', 120],
  ['5', 150],
  ['6', CHARGED_OFF],
  ...WORST_SIGNS,
]);
/** TransUnion and Equifax: 1 is paid; 2 is 30 days late. */
const DAYS_BY_MANNER: ReadonlyMap<string, number> = new Map([
  ['2', 30],
  ['3', 60],
  ['4', 90],
  ['5', 120],
  ['6', 150],
  ...WORST_SIGNS,
]);

/**
 * The late months of a history, of which each sign is a month, the newest first. Which of the two codes it uses is told by
 * a C; in histories of bureaus that number the manner of payment from 1 nothing else tells, in others a 0 or an N does.
 * @param from the month of the first sign.
 */
export function lateMonths(history: string, from: number, isNumbered: boolean): LateMonth[] {
  const signs = history.slice(0, MAX_MONTHS).toUpperCase();
  const isLettered = signs.includes('C') || (!isNumbered && (signs.includes('0') || signs.includes('N')));
  const days = isLettered ? DAYS_BY_LETTERS : DAYS_BY_MANNER;
  const late: LateMonth[] = [];
  for (let index = 0; index < signs.length; index += 1) {
    const daysLate = days.get(signs.charAt(index));
    if (daysLate !== undefined) late.push({ month: from - index, days: daysLate });
  }
  return late;
}
