import type { Sample, Series, TimeRange } from './prometheus-api.ts';

export type Recording = {
  readonly fault: string;
  /** Name of the alert, and a moment at which it fired. */
  readonly alert: string;
  readonly firingAt: number;
  readonly range: TimeRange;
  /** Everything that the alert's expression selects. */
  readonly series: readonly Series[];
  /** The rules waited this many times shorter: a recorded second stands for so many. */
  readonly factor: number;
};

const METRIC = /\b(?:fundlens_[a-z_]+|up|process_[a-z_]+|nodejs_[a-z_]+)\b/g;

const RECORDED = /\bfundlens:[a-z_]+:[a-z0-9_]+\b/g;

/** The metrics that an expression selects. @param recorded expressions of recording rules by name: in the place of theirs */
export function metricsIn(expression: string, recorded: ReadonlyMap<string, string> = new Map()): string[] {
  const names = expression.match(RECORDED) ?? [];
  const below = names.flatMap((name) => metricsIn(recorded.get(name) ?? '', recorded));
  return [...new Set([...(expression.match(METRIC) ?? []), ...below])];
}

/** A file for `promtool test rules`: the alert does not fire at first, and fires at its moment. */
export function recordedRuleTest({ fault, alert, firingAt, range, series, factor }: Recording): string {
  const at = (time: number) => `${Math.round(time - range.from) * factor}s`;
  const firing = `count(ALERTS{alertname="${alert}", alertstate="firing"}) > bool 0`;
  const lines = [
    `# Recorded from the real fault ${fault} by "npm run faults:observed -- --record"; a recorded second stands for ${factor}.`,
    'rule_files: [../recording-rules.yaml, ../alerts.yaml]',
    `evaluation_interval: ${factor}s`,
    'tests:',
    `  - name: ${fault}`,
    `    interval: ${factor}s`,
    '    input_series:',
    ...series.flatMap((one) => [
      `      - series: '${selectorOf(one.labels)}'`,
      `        values: '${valuesOf(one.samples, range)}'`,
    ]),
    '    promql_expr_test:',
    `      - expr: '${firing}'`,
    '        eval_time: 0s',
    '        exp_samples: []',
    `      - expr: '${firing}'`,
    `        eval_time: ${at(firingAt)}`,
    "        exp_samples: [{ labels: '{}', value: 1 }]",
  ];
  return `${lines.join('\n')}\n`;
}

function selectorOf({ __name__: name = '', ...labels }: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return `${name}{${pairs.join(',')}}`;
}

/** One value a second, repeats as `<value>x<how often more>`, gaps as `_x<how many>`. */
function valuesOf(samples: readonly Sample[], { from, to }: TimeRange): string {
  const byTime = new Map(samples.map(({ time, value }) => [Math.round(time - from), shortened(value)]));
  const all = Array.from({ length: Math.round(to - from) + 1 }, (_, second) => byTime.get(second) ?? '_');
  const runs: { value: string; count: number }[] = [];
  for (const value of all) {
    const last = runs.at(-1);
    if (last?.value === value) last.count += 1;
    else runs.push({ value, count: 1 });
  }
  return runs
    .map(({ value, count }) => {
      if (value === '_') return `_x${count}`;
      return count === 1 ? value : `${value}x${count - 1}`;
    })
    .join(' ');
}

function shortened(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 1_000) / 1_000) : String(value);
}
