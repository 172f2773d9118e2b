import {
  isLowest,
  type LabelGroup,
  labelled,
  labelOf,
  leftOver,
} from '@fundlens/read-models/dashboards/dashboard-measures';
import type { WindowDraft } from './window-draft.ts';

/**
 * Keeps the first `max` labels of a group of measures apart, shortest first (a term of a vocabulary is shorter than a
 * sentence), then in code-unit order, and counts the others together. Which labels these are depends on the sums alone, not
 * on the way that led to them.
 *
 * What days that are not recounted hold of other labels is only known together: all of these labels come after the last
 * one that the previous document told apart. So labels up to that one are known in full, and when they are too few, only
 * a count of all facts can tell which come next.
 *
 * @returns false in that last case; `draft` is of no use then.
 */
export function admitLabels(draft: WindowDraft, { measures, max }: LabelGroup): boolean {
  const present = draft.measures;
  const labels = labelsIn(present, measures);
  let admitted = labels;
  if (measures.some((measure) => present.includes(leftOver(measure)))) {
    const last = labelsIn(draft.known, measures).at(-1) ?? '';
    admitted = labels.filter((label) => shortestFirst(label, last) <= 0);
    if (admitted.length < max) return false;
  }
  const apart = new Set(admitted.slice(0, max));
  const others = labels.filter((label) => !apart.has(label));
  for (const measure of measures) countTogether(draft, measure, others);
  return true;
}

/** The labels that any of the measures has, in the order in which they are told apart; none stated is the empty label. */
function labelsIn(names: Iterable<string>, measures: readonly string[]): string[] {
  const labels = new Set<string>();
  for (const name of names) {
    const found = labelOf(name);
    if (found !== null && measures.includes(found.measure)) labels.add(found.label ?? '');
  }
  return [...labels].sort(shortestFirst);
}

/** The lowest of several values is not kept: nothing shows it for what is left over. */
function countTogether(draft: WindowDraft, measure: string, labels: readonly string[]): void {
  for (const label of labels) {
    const amounts = draft.take(labelled(measure, label));
    if (!isLowest(measure)) for (const [day, amount] of amounts) draft.add(leftOver(measure), day, amount);
  }
}

function shortestFirst(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
