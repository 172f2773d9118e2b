import type { Tradeline } from './figures/credit-file.ts';
import { type MonthRating, monthRatings } from './figures/payment-history.ts';
import type { HistoryGrid } from './page-blocks.ts';
import { MONTH_WORDS, shownBureau } from './report-words.ts';

/** Two years: what a lender looks at month by month. What is earlier is said in words. */
export const GRID_MONTHS = 24;

type Line = {
  readonly bureaus: readonly string[];
  readonly from: number;
  readonly ratings: readonly (MonthRating | null)[];
};

/**
 * The payment histories of one account in the same months. Null where no row has one.
 * @param bureaus of the report; where there is but one, its lines need no name.
 */
export function historyGrid(rows: readonly Tradeline[], bureaus: number): HistoryGrid | null {
  const histories = rows.flatMap(({ bureaus: of, history }): Line[] => {
    const ratings = history && monthRatings(history);
    return history === null || ratings === null ? [] : [{ bureaus: of, from: history.from, ratings }];
  });
  if (histories.length === 0) return null;
  const newest = Math.max(...histories.map(({ from }) => from));
  const longest = Math.max(...histories.map(({ from, ratings }) => newest - from + ratings.length));
  const shown = Math.min(GRID_MONTHS, longest);
  const lines = histories
    .toSorted((a, b) => (labelOf(a.bureaus) < labelOf(b.bureaus) ? -1 : 1))
    .map((line) => ({
      label: bureaus > 1 ? labelOf(line.bureaus) : '',
      ratings: Array.from({ length: shown }, (_, index) => line.ratings[index - (newest - line.from)] ?? null),
      earlier: earlierMonths(line, shown - (newest - line.from)),
      words: bureaus > 1 ? `${line.bureaus.map(shownBureau).join(', ')}: ${lineWords(line)}` : lineWords(line),
    }));
  return {
    months: Array.from({ length: shown }, (_, index) => shownMonth(newest - index)),
    lines: lines.map(({ words: _, ...line }) => line),
    words: `Payment history. ${lines.map(({ words }) => words).join(' ')}`,
  };
}

/** What credit files call the bureaus: three whole names do not fit beside the grid. */
const SHORT_NAMES: Readonly<Record<string, string>> = { equifax: 'EFX', experian: 'XPN', transunion: 'TUC' };

function labelOf(bureaus: readonly string[]): string {
  if (bureaus.length === 1) return bureaus.map(shownBureau).join('');
  return bureaus.map((bureau) => SHORT_NAMES[bureau] ?? shownBureau(bureau)).join(' ');
}

/** @param shown of the months of the history. Null where there are no more. */
function earlierMonths({ from, ratings }: Line, shown: number): string | null {
  const earlier = ratings.slice(Math.max(0, shown));
  if (earlier.length === 0) return null;
  const late = lateMonths(earlier, from - Math.max(0, shown));
  const until = shownMonth(from - ratings.length + 1);
  return `Earlier, back to ${until}: ${late.length === 0 ? 'no late payment' : late.join('; ')}`;
}

function lineWords({ from, ratings }: Line): string {
  const late = lateMonths(ratings, from);
  const months = `${shownMonth(from)} back to ${shownMonth(from - ratings.length + 1)}`;
  const paid = ratings.filter((rating) => rating === 'paid').length;
  return `${months}, ${paid} ${paid === 1 ? 'month' : 'months'} paid as agreed, ${late.length === 0 ? 'no late payment' : late.join('; ')}.`;
}

/** `30 days late in 01/26, 11/25`, the worst last. */
function lateMonths(ratings: readonly (MonthRating | null)[], from: number): string[] {
  const months = new Map<MonthRating, string[]>();
  for (const [index, rating] of ratings.entries()) {
    if (rating === null || rating === 'paid') continue;
    const before = months.get(rating);
    if (before === undefined) months.set(rating, [shownMonth(from - index)]);
    else before.push(shownMonth(from - index));
  }
  return [...MONTH_WORDS].flatMap(([rating, { words }]) => {
    const found = rating === null ? undefined : months.get(rating);
    return found === undefined ? [] : [`${words} in ${found.join(', ')}`];
  });
}

/** `02/26` for the month of that number (`monthNumber`). */
function shownMonth(month: number): string {
  return `${String((month % 12) + 1).padStart(2, '0')}/${String(Math.floor(month / 12) % 100).padStart(2, '0')}`;
}
