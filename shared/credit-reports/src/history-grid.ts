import { type Tradeline, UNSTATED } from './credit-file.ts';
import { type MonthRating, monthRatings } from './figures/payment-history.ts';
import type { HistoryGrid } from './page-blocks.ts';
import { MONTH_WORDS, shownBureau } from './report-words.ts';

/** Two years: what a lender looks at month by month. What is earlier is said in words. */
export const GRID_MONTHS = 24;

type Line = { readonly label: string; readonly from: number; readonly ratings: readonly (MonthRating | null)[] };

/** The payment histories of one account in the same months. Null where no row has one. */
export function historyGrid(rows: readonly Tradeline[]): HistoryGrid | null {
  const histories = rows.flatMap(({ bureaus, history }): Line[] => {
    const ratings = history && monthRatings(history);
    return history === null || ratings === null ? [] : [{ label: labelOf(bureaus), from: history.from, ratings }];
  });
  if (histories.length === 0) return null;
  const from = Math.max(...histories.map((line) => line.from));
  const longest = Math.max(...histories.map((line) => from - line.from + line.ratings.length));
  const months = Array.from({ length: Math.min(GRID_MONTHS, longest) }, (_, index) => index);
  const sorted = histories.toSorted((a, b) => (a.label < b.label ? -1 : 1));
  return {
    from,
    lines: sorted.map((line) => ({
      label: line.label,
      ratings: months.map((index) => line.ratings[index - (from - line.from)] ?? null),
      earlier: earlierMonths(line, months.length - (from - line.from)),
    })),
    words: `Payment history. ${sorted.map(lineWords).join(' ')}`,
  };
}

/** What credit files call the bureaus: three whole names do not fit beside the grid. */
const SHORT_NAMES: Readonly<Record<string, string>> = { equifax: 'EFX', experian: 'XPN', transunion: 'TUC' };

function labelOf(bureaus: readonly string[]): string {
  if (bureaus.length > 1) return bureaus.map((bureau) => SHORT_NAMES[bureau] ?? shownBureau(bureau)).join(' ');
  return bureaus.map((bureau) => (bureau === UNSTATED ? 'Payments' : shownBureau(bureau))).join('');
}

/** @param shown of the months of the history. Null where there are no more. */
function earlierMonths({ from, ratings }: Line, shown: number): string | null {
  const earlier = ratings.slice(Math.max(0, shown));
  if (earlier.length === 0) return null;
  const until = shownMonth(from - ratings.length + 1);
  return `Earlier, back to ${until}: ${lateWords(earlier, from - Math.max(0, shown))}`;
}

function lineWords({ label, from, ratings }: Line): string {
  const months = `${shownMonth(from)} back to ${shownMonth(from - ratings.length + 1)}`;
  const paid = ratings.filter((rating) => rating === 'paid').length;
  return `${label}: ${months}, ${paid} ${paid === 1 ? 'month' : 'months'} paid as agreed, ${lateWords(ratings, from)}.`;
}

/** `30 days late in 01/26, 11/25; 60 days late in 12/25`, the worst last. */
function lateWords(ratings: readonly (MonthRating | null)[], from: number): string {
  const late = [...MONTH_WORDS].flatMap(([rating, { words }]) => {
    if (rating === null || rating === 'paid') return [];
    const months = ratings.flatMap((each, index) => (each === rating ? [shownMonth(from - index)] : []));
    return months.length === 0 ? [] : [`${words} in ${months.join(', ')}`];
  });
  return late.length === 0 ? 'no late payment' : late.join('; ');
}

/** `02/26` for the month of that number (`monthNumber`). */
export function shownMonth(month: number): string {
  return `${String((month % 12) + 1).padStart(2, '0')}/${String(Math.floor(month / 12) % 100).padStart(2, '0')}`;
}
