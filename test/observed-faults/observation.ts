import type { ObservedFault } from './fault.ts';
import type { AlertRule, Series } from './prometheus-api.ts';

/** Epoch seconds. */
export type Moments = { readonly injectedAt: number; readonly healedAt: number; readonly overAt: number };

export type ObservedAlert = {
  readonly name: string;
  readonly isExpected: boolean;
  /** From the injection; null: it fired at once. */
  readonly pendingAfterS: number | null;
  readonly firingAfterS: number;
  /** From the end of the healing; 0: before it; null: it fires still. */
  readonly resolvedAfterS: number | null;
  readonly runbook: string | null;
};

export type Observation = Pick<ObservedFault, 'name' | 'what' | 'metric' | 'healedBy'> & {
  readonly expected: ObservedFault['alerts'];
  readonly movedAfterS: number | null;
  readonly alerts: readonly ObservedAlert[];
  readonly healingS: number;
  /** Acknowledged records of which something is stored nowhere. */
  readonly lost: number;
  /** States that were applied twice. */
  readonly doubled: number;
  /** Every check that does not hold, one line each; the two above among them. */
  readonly divergences: readonly string[];
  /** Why the fault could not be tried or did not heal. */
  readonly failure: string | null;
};

/** Seconds from `since` until a series has its first sample; null while none has one. */
export function firstAfter(series: readonly Series[], since: number): number | null {
  const times = series.flatMap(({ samples }) => samples.map(({ time }) => time)).filter((time) => time >= since);
  return times.length === 0 ? null : tenths(Math.min(...times) - since);
}

/** What became of each alert that fired. @param alerts the series `ALERTS` of the whole time */
export function observedAlerts(
  alerts: readonly Series[],
  { expected, rules, moments }: { expected: readonly string[]; rules: readonly AlertRule[]; moments: Moments },
): ObservedAlert[] {
  const { injectedAt, healedAt, overAt } = moments;
  const byName = Map.groupBy(alerts, ({ labels }) => labels.alertname ?? '');
  return [...byName].flatMap(([name, ofName]) => {
    const firing = ofName.filter(({ labels }) => labels.alertstate === 'firing');
    const firingAfterS = firstAfter(firing, injectedAt);
    if (firingAfterS === null) return [];
    const last = Math.max(...firing.flatMap(({ samples }) => samples.map(({ time }) => time)));
    const pending = ofName.filter(({ labels }) => labels.alertstate === 'pending');
    const rule = rules.find((known) => known.name === name);
    return {
      name,
      isExpected: expected.includes(name),
      pendingAfterS: firstAfter(pending, injectedAt),
      firingAfterS,
      resolvedAfterS: last >= overAt - 1 ? null : tenths(Math.max(0, last + 1 - healedAt)),
      runbook: rule?.annotations.runbook_url ?? null,
    };
  });
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
