import { type Tradeline, UNSTATED } from './credit-file.ts';
import { LATE_RATINGS, spanOf, WORST } from './figures/payment-history.ts';
import type { HistoryGrid, HistoryLine } from './page-tables.ts';
import { shownBureau, USUAL_BUREAUS } from './report-bureaus.ts';

/** What stands in a month of a payment history. */
export function monthSign(rating: number | null): string {
  if (rating === null) return '–';
  return rating === 0 ? 'OK' : rating === WORST ? 'CO' : String(rating);
}

export const MONTHS_LEGEND =
  'Payments stand with the newest month first: OK as agreed; 30 to 180 days late; CO charged off, collection or worse; – not reported.';

/** Two years: what a lender looks at month by month. What is earlier is said in words. */
export const GRID_MONTHS = 24;

/** The payment histories of one account. Null where no row has one. */
export function historyGrid(rows: readonly Tradeline[]): HistoryGrid | null {
  const lines = rows.flatMap(({ bureaus, history }): HistoryLine[] => {
    return history?.ratings.some((rating) => rating !== null) ? [{ label: labelOf(bureaus), ...history }] : [];
  });
  return lines.length === 0 ? null : lines.sort((a, b) => (a.label < b.label ? -1 : 1));
}

/** The months that have room, the newest first, by their numbers. */
export function gridMonths(grid: HistoryGrid): number[] {
  const { from, length } = spanOf(grid);
  return Array.from({ length: Math.min(GRID_MONTHS, length) }, (_, index) => from - index);
}

function labelOf(bureaus: readonly string[]): string {
  const short = bureaus.map((each) => USUAL_BUREAUS.get(each)?.writings[0] ?? each);
  if (short.length > 1) return short.join(' ').toUpperCase();
  const [bureau = UNSTATED] = bureaus;
  return bureau === UNSTATED ? 'Payments' : shownBureau(bureau);
}

/** What is said of a history's months before the oldest one that has room. Null where there are no more. */
export function earlierMonths({ from, ratings }: HistoryLine, oldest: number): string | null {
  const shown = Math.max(0, from - oldest + 1);
  const earlier = ratings.slice(shown);
  if (earlier.length === 0) return null;
  return `Earlier, back to ${shownMonth(from - ratings.length + 1)}: ${lateWords(earlier, from - shown)}`;
}

/** Read aloud instead of the grid. */
export function gridWords(grid: HistoryGrid): string {
  return `Payment history. ${grid.map(lineWords).join(' ')}`;
}

function lineWords({ label, from, ratings }: HistoryLine): string {
  const months = `${shownMonth(from)} back to ${shownMonth(from - ratings.length + 1)}`;
  const paid = ratings.filter((rating) => rating === 0).length;
  return `${label}: ${months}, ${paid} ${paid === 1 ? 'month' : 'months'} paid as agreed, ${lateWords(ratings, from)}.`;
}

/** `30 days late in 01/26, 11/25; 60 days late in 12/25`, the worst last. */
function lateWords(ratings: readonly (number | null)[], from: number): string {
  const late = LATE_RATINGS.flatMap((rating) => {
    const months = ratings.flatMap((each, index) => (each === rating ? [shownMonth(from - index)] : []));
    const words = rating === WORST ? 'charge-off, collection, repossession or worse' : `${rating} days late`;
    return months.length === 0 ? [] : [`${words} in ${months.join(', ')}`];
  });
  return late.length === 0 ? 'no late payment' : late.join('; ');
}

/** `02/26` for the month of that number (`monthNumber`). */
export function shownMonth(month: number): string {
  return `${String((month % 12) + 1).padStart(2, '0')}/${String(Math.floor(month / 12) % 100).padStart(2, '0')}`;
}
