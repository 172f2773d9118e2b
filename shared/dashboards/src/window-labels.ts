import { labelOf, leftOver } from '@fundlens/read-models/dashboards/dashboard-measures';

/** Amounts by measure and day. */
export type MutableSums = Map<string, Map<number, bigint>>;

/**
 * Keeps the first `max` labels of a measure apart, shortest first (a term of a vocabulary is shorter than a sentence),
 * then in code-unit order, and counts the others together. Which labels these are depends on the sums alone, not on the
 * way that led to them.
 *
 * What days that are not recounted hold of other labels is only known together: all of these labels come after the last
 * one that the previous document told apart. So labels up to that one are known in full, and when they are too few, only
 * a count of all facts can tell which come next.
 *
 * @param known the measures of the previous document.
 * @returns false in that last case; `sums` is of no use then.
 */
export function admitLabels(
  sums: MutableSums,
  { measure, max, known }: { readonly measure: string; readonly max: number; readonly known: Iterable<string> },
): boolean {
  const isLabel = (name: string) => labelOf(name)?.measure === measure;
  const labels = [...sums.keys()].filter((name) => isLabel(name) && sums.get(name)?.size).sort(shortestFirst);
  const together = sums.get(leftOver(measure)) ?? new Map<number, bigint>();
  let admitted = labels;
  if (together.size > 0) {
    const last = [...known].filter(isLabel).sort(shortestFirst).at(-1) ?? '';
    admitted = labels.filter((name) => shortestFirst(name, last) <= 0);
    if (admitted.length < max) return false;
  }
  const apart = new Set(admitted.slice(0, max));
  for (const name of labels) {
    if (apart.has(name)) continue;
    for (const [day, amount] of sums.get(name) ?? []) together.set(day, (together.get(day) ?? 0n) + amount);
    sums.delete(name);
  }
  sums.set(leftOver(measure), together);
  return true;
}

function shortestFirst(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
