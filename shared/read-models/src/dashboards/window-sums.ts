import { labelOf, leftOver } from './dashboard-measures.ts';

/** What a measure adds up to in the window that is read, or now. */
export type Sum = (measure: string) => number;

/** The sums that figures are made from. */
export type WindowSums = {
  /** Measures that are not zero on every day, in code-unit order. */
  readonly measures: readonly string[];
  readonly sum: Sum;
  readonly state: Sum;
};

type LabelCount = { readonly label: string | null; readonly count: number };

/** The labels that occur in the window, the most frequent first, equal ones in code-unit order; and what is left over. */
export function byLabel(sum: Sum, measures: readonly string[], measure: string): [LabelCount[], number] {
  const counts: LabelCount[] = [];
  for (const { label, name } of labelsOf(measures, measure)) {
    const count = sum(name);
    if (count > 0) counts.push({ label, count });
  }
  // Labels are in order and sorting is stable.
  return [counts.sort((a, b) => b.count - a.count), sum(leftOver(measure))];
}

/** The labels of `measure` in code-unit order, found by search: `measures` are in that order and may be hundreds. */
export function labelsOf(measures: readonly string[], measure: string): { label: string | null; name: string }[] {
  const start = `${measure}:`;
  let [low, high] = [0, measures.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((measures[middle] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  const found: { label: string | null; name: string }[] = [];
  for (let index = low; measures[index]?.startsWith(start); index += 1) {
    const name = measures[index] ?? '';
    found.push({ label: labelOf(name)?.label ?? null, name });
  }
  return found;
}

export function total(counts: readonly LabelCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** The largest integer that JSON readers take exactly; a larger sum of cents is shown as this one. */
const MAX_SHOWN = BigInt(Number.MAX_SAFE_INTEGER);

export function toNumber(sum: bigint): number {
  return Number(sum < MAX_SHOWN ? sum : MAX_SHOWN);
}

export function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
