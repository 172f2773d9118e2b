import { LABEL_GROUPS, labelOf, leftOver } from './dashboard-measures.ts';

type LabelSum = { readonly label: string | null; readonly sum: number };

/** How much there is of each measure, in a window or now: what figures are made of. */
export type WindowSums = {
  sum(measure: string): number;
  /** Of each label, zero ones too, in code-unit order; null: what states none. */
  byLabel(measure: string): readonly LabelSum[];
};

export const NO_SUMS: WindowSums = { sum: () => 0, byLabel: () => [] };

/** @param totals how much there is of each measure, by its name. */
export function sumsOf(totals: ReadonlyMap<string, number>): WindowSums {
  const byMeasure = new Map<string, LabelSum[]>();
  const sum = (measure: string) => Math.min(totals.get(measure) ?? 0, Number.MAX_SAFE_INTEGER);
  for (const name of totals.keys()) {
    const found = labelOf(name);
    if (found === null) continue;
    const labels = byMeasure.get(found.measure) ?? [];
    labels.push({ label: found.label, sum: sum(name) });
    byMeasure.set(found.measure, labels);
  }
  for (const labels of byMeasure.values()) labels.sort(byCodeUnits);
  return { sum, byLabel: (measure) => byMeasure.get(measure) ?? [] };
}

function byCodeUnits({ label: a }: LabelSum, { label: b }: LabelSum): number {
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

/**
 * The labels that occur, the most frequent first, equal ones in code-unit order; and what is left over. Several locations may
 * have more labels together than each counts apart: the least frequent are left over then.
 */
export function labelCounts({ sum, byLabel }: WindowSums, measure: string): [LabelSum[], number] {
  const counts = byLabel(measure).filter((each) => each.sum > 0);
  // Labels are in order and sorting is stable.
  const rest = counts.sort((a, b) => b.sum - a.sum).splice(maxLabels(measure));
  return [counts, sum(leftOver(measure)) + total(rest)];
}

type Measures<Name extends string> = Readonly<Record<Name, string>>;

/** What `amount` says of each of the measures. */
export function amountsOf<Name extends string, Amount = number>(
  measures: Measures<Name>,
  amount: (measure: string, name: Name) => Amount,
): Record<Name, Amount> {
  const amounts: Partial<Record<Name, Amount>> = {};
  for (const name in measures) amounts[name] = amount(measures[name], name);
  return amounts as Record<Name, Amount>;
}

/** By the labels that occur how much there is of each of the measures. */
export function amountsByLabel<Name extends string>(
  measures: Measures<Name>,
  { byLabel }: WindowSums,
): Map<string | null, Record<Name, number>> {
  const amounts = new Map<string | null, Record<Name, number>>();
  for (const name in measures) {
    for (const { label, sum } of byLabel(measures[name])) {
      const ofLabel = amounts.get(label) ?? amountsOf(measures, () => 0);
      ofLabel[name] = sum;
      amounts.set(label, ofLabel);
    }
  }
  return amounts;
}

/** How many labels of the measure are told apart. */
export function maxLabels(measure: string): number {
  return LABEL_GROUPS.find(({ measures }) => measures.includes(measure))?.max ?? Number.MAX_SAFE_INTEGER;
}

export function total(counts: readonly LabelSum[]): number {
  return counts.reduce((all, { sum }) => all + sum, 0);
}

export function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
