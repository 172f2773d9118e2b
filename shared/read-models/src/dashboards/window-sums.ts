import { leftOver } from './dashboard-measures.ts';

export type LabelSum = { readonly label: string | null; readonly sum: number };

/** The sums of a window, or of the state now, that figures are made from. */
export type WindowSums = {
  sum(measure: string): number;
  /** Of each label, zero ones too, in code-unit order. */
  byLabel(measure: string): LabelSum[];
};

/** The labels that occur, the most frequent first, equal ones in code-unit order; and what is left over. */
export function labelCounts({ sum, byLabel }: WindowSums, measure: string): [LabelSum[], number] {
  const counts = byLabel(measure).filter((each) => each.sum > 0);
  // Labels are in order and sorting is stable.
  return [counts.sort((a, b) => b.sum - a.sum), sum(leftOver(measure))];
}

export function total(counts: readonly LabelSum[]): number {
  return counts.reduce((all, { sum }) => all + sum, 0);
}

export function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
