import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DASHBOARDS, dashboardFiles } from './dashboard-files.ts';
import { FIRING_ALERTS, PROCESS_STARTS } from './expressions.ts';
import { grafanaDashboard, stepsOf } from './grafana.ts';
import { knownMetrics } from './testing/known-metrics.ts';
import { selectorsOf, withoutVariables } from './testing/promql-selectors.ts';
import { THRESHOLDS } from './thresholds.ts';

const RUNBOOKS = join(import.meta.dirname, '../../runbooks');
/** Every series has them from the scrape. */
const OF_THE_SCRAPE = ['job', 'instance'];

const panels = DASHBOARDS.flatMap(({ rows }) => rows.flatMap((row) => row.panels));
const expressions = panels.flatMap(({ queries }) => queries.map(({ expr }) => expr));
const variables = DASHBOARDS.flatMap((dashboard) => dashboard.variables.map(({ metric }) => metric));

describe('the files of the dashboards', () => {
  it.each(dashboardFiles())('$path is up to date (npm run generate writes it)', ({ path, text }) => {
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it.each(DASHBOARDS)('$name has no panel twice, none over another, and uses the whole width', (dashboard) => {
    const built = (grafanaDashboard(dashboard).panels ?? []).map(({ id, gridPos }) => ({ id, ...gridPos }));
    expect(new Set(built.map(({ id }) => id)).size).toBe(built.length);
    const cells = built.flatMap(({ x = 0, y = 0, w = 0, h = 0 }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...built.map(({ x = 0, w = 0 }) => x + w))).toBe(24);
  });
});

describe('each panel', () => {
  it('asks for metrics that the services have, by labels that these have', () => {
    const known = knownMetrics();
    const wrong = [...expressions, ...variables, FIRING_ALERTS, PROCESS_STARTS].flatMap((expr) =>
      selectorsOf(withoutVariables(expr)).flatMap(({ metric, labels }) => {
        const has = known.get(metric);
        if (has === undefined) return [`${metric}: no service has it`];
        return labels
          .filter((label) => ![...has, ...OF_THE_SCRAPE].includes(label))
          .map((label) => `${metric}{${label}}`);
      }),
    );
    expect(expressions.length).toBeGreaterThan(panels.length);
    expect(wrong).toEqual([]);
  });

  it('names a runbook that is there', () => {
    const missing = panels.map(({ runbook }) => runbook).filter((name) => !existsSync(join(RUNBOOKS, `${name}.md`)));
    expect(missing).toEqual([]);
  });

  it('says what it is and what is normal', () => {
    const silent = panels.filter(({ means, normal }) => !means.endsWith('.') || !normal.endsWith('.'));
    expect(silent.map(({ title }) => title)).toEqual([]);
  });
});

describe('the thresholds', () => {
  const rules = readRules();

  it.skipIf(rules.size === 0)('are the figures of the alerts and rules that they name', () => {
    const different = Object.values<{ warning?: number; critical?: number; alerts: readonly string[] }>(
      THRESHOLDS,
    ).flatMap(({ warning, critical, alerts }) =>
      alerts.filter((name) => {
        const numbers = [...(rules.get(name) ?? '').matchAll(/(?<![\w.])\d+(?:\.\d+)?(?!\w)/g)].map(Number);
        return !numbers.some((number) => number === warning || number === critical);
      }),
    );
    expect(different).toEqual([]);
  });
});

describe('the steps of a threshold', () => {
  it('turn yellow and red upwards, or downwards where low figures are bad', () => {
    expect(stepsOf({ warning: 1, critical: 2 }).map(({ color }) => color)).toEqual(['green', 'yellow', 'red']);
    expect(stepsOf({ warning: 0.999, critical: 0.99, below: true })).toEqual([
      { value: null, color: 'red' },
      { value: 0.99, color: 'yellow' },
      { value: 0.999, color: 'green' },
    ]);
    expect(stepsOf({ warning: 5, below: true })).toEqual([
      { value: null, color: 'yellow' },
      { value: 5, color: 'green' },
    ]);
  });
});

it('the scrapes have the names of jobs that the dashboards ask for', () => {
  const file = readFileSync(join(import.meta.dirname, '../prometheus.yaml'), 'utf8');
  const { scrape_configs: scrapes } = parse(file) as { scrape_configs: { job_name: string }[] };
  const asked = new Set(expressions.flatMap((expr) => [...expr.matchAll(/job="([\w-]+)"/g)].map(([, job]) => job)));
  expect([...asked].toSorted()).toEqual(scrapes.map(({ job_name: name }) => name).toSorted());
});

/** Expressions of alerts and recording rules by name. */
function readRules(): ReadonlyMap<string, string> {
  const files = ['alerts.yaml', 'recording-rules.yaml'].map((name) => join(import.meta.dirname, '..', name));
  const groups = files.filter(existsSync).flatMap((file) => {
    const { groups: ofFile } = parse(readFileSync(file, 'utf8')) as {
      groups: { rules: { alert?: string; record?: string; expr: string }[] }[];
    };
    return ofFile;
  });
  return new Map(groups.flatMap(({ rules }) => rules.map(({ alert, record, expr }) => [alert ?? record ?? '', expr])));
}
