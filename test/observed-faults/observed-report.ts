import type { RunReport } from '../long-run/report.ts';
import type { Observation, ObservedAlert } from './observation.ts';

export type ObservedResult = {
  readonly seed: number;
  readonly factor: number;
  readonly hasRules: boolean;
  readonly observations: readonly Observation[];
  readonly events: number;
  readonly reads: number;
  /** Where planted numbers were looked for. */
  readonly searched: readonly { readonly place: string; readonly items: number; readonly found: number }[];
  readonly leaks: readonly string[];
  /** What the services did without having been asked. */
  readonly incidents: readonly string[];
};

export function observedReport(result: ObservedResult): RunReport {
  const { seed, factor, hasRules, observations, events, reads, searched, leaks, incidents } = result;
  const named = (holds: (one: Observation) => boolean) => observations.flatMap((one) => (holds(one) ? [one.name] : []));
  const tried = observations.filter(({ failure }) => failure === null);
  const table = tableOf(observations);
  const rules = hasRules
    ? `Alert rules of infra/observability, their waits and windows ${factor} times shorter, their thresholds as they are; alerts over days are not in the table.`
    : 'No alert rules: infra/observability/alerts.yaml is not there.';
  const amount = `${events} events, ${reads} reads, ${searched.reduce((sum, { items }) => sum + items, 0)} documents and files searched for planted numbers.`;
  return {
    title: `seed ${seed}, ${tried.length} of ${observations.length} faults healed`,
    lines: [table, rules, amount],
    notes: [
      { name: 'incidents', broken: incidents },
      { name: 'faults whose metric did not move', broken: named(({ movedAfterS }) => movedAfterS === null) },
    ],
    checks: [
      {
        name: 'faults that failed',
        broken: observations.flatMap(({ name, failure }) => (failure ? [`${name}: ${failure}`] : [])),
      },
      {
        name: 'faults without an expected alert',
        broken: hasRules
          ? named(({ alerts, expected }) => expected.length > 0 && !alerts.some(({ isExpected }) => isExpected))
          : [],
      },
      { name: 'alerts that were not resolved', broken: observations.flatMap(unresolved) },
      { name: 'acknowledged loss', broken: named(({ lost }) => lost > 0) },
      { name: 'doubled', broken: named(({ doubled }) => doubled > 0) },
      {
        name: 'divergences',
        broken: observations.flatMap(({ name, divergences }) => divergences.map((line) => `${name}: ${line}`)),
      },
      { name: 'planted numbers found', broken: leaks },
    ],
    figures: { seed, factor, hasRules, observations, events, reads, searched },
    page: `# Observed faults\n\n${table}\n\n${rules} ${amount}\n`,
  };
}

function unresolved({ name, alerts }: Observation): string[] {
  return alerts.flatMap((alert) => (alert.resolvedAfterS === null ? [`${name}: ${alert.name}`] : []));
}

function tableOf(observations: readonly Observation[]): string {
  const rows = observations.map((one) => [
    one.name,
    `\`${one.metric.replaceAll('|', '\\|')}\``,
    one.movedAfterS === null ? 'no' : `${one.movedAfterS} s`,
    one.alerts.map(alertText).join('; ') || 'none',
    [...new Set(one.alerts.flatMap(({ runbook }) => runbook ?? []))].join(', ') || 'none',
    one.failure ?? `${one.healedBy} (${one.healingS} s)`,
    String(one.lost),
    String(one.doubled),
    String(one.divergences.length),
  ]);
  const head = ['fault', 'metric', 'moved after', 'alerts', 'runbook', 'healed by', 'lost', 'doubled', 'divergences'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function alertText({ name, firingAfterS, resolvedAfterS }: ObservedAlert): string {
  const resolved = resolvedAfterS === null ? 'not resolved' : `resolved ${resolvedAfterS} s after healing`;
  return `${name} after ${firingAfterS} s, ${resolved}`;
}
