import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { findPrometheusTools } from '../prometheus-tools.ts';
import { DASHBOARDS } from './dashboard-files.ts';
import { FIRING_ALERTS, PROCESS_STARTS } from './expressions.ts';
import { knownMetrics } from './testing/known-metrics.ts';
import { withoutVariables } from './testing/promql-selectors.ts';

const run = promisify(execFile);
const DOWNLOAD_MS = 120_000;
const PROCESSES = ['a', 'b'];

const { tools, missing } = await findPrometheusTools();
let directory = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dashboards-'));
  return () => rm(directory, { recursive: true });
}, DOWNLOAD_MS);

it.skipIf(tools === null)(`Prometheus evaluates every expression without an error ${missing ?? ''}`, async () => {
  const panels = DASHBOARDS.flatMap(({ rows }) => rows.flatMap((row) => row.panels));
  const expressions = [
    ...panels.flatMap(({ queries }) => queries.map(({ expr }) => expr)),
    FIRING_ALERTS,
    PROCESS_STARTS,
  ];
  const rules = expressions.map((expr, index) => ({ record: `panel:query:${index}`, expr: withoutVariables(expr) }));
  await writeJson('rules.yaml', { groups: [{ name: 'panels', rules }] });
  await writeJson('test.yaml', {
    rule_files: ['rules.yaml'],
    evaluation_interval: '1m',
    // A rule that fails is reported where a time is asked for: labels that do not fit together, as with two processes.
    tests: [{ interval: '15s', input_series: inputSeries(), promql_expr_test: [timeOf('5m')] }],
  });
  const { stdout, stderr } = await run(tools?.promtool ?? '', ['test', 'rules', 'test.yaml'], { cwd: directory }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  expect(stdout + stderr).toContain('SUCCESS');
  expect(rules.length).toBeGreaterThan(panels.length);
});

/** JSON is YAML. */
function writeJson(name: string, content: object): Promise<void> {
  return writeFile(join(directory, name), JSON.stringify(content));
}

/** Every metric of two processes of each job: an expression that matches one series with two fails. */
function inputSeries(): { series: string; values: string }[] {
  return [...knownMetrics()].flatMap(([metric, labels]) =>
    ['fundlens-projector', 'fundlens-query'].flatMap((job) =>
      PROCESSES.map((instance) => ({
        series: `${metric}{${['job', 'instance', ...labels].map((label) => `${label}="${exampleOf(label, { job, instance })}"`)}}`,
        values: '1+1x40',
      })),
    ),
  );
}

function exampleOf(label: string, { job, instance }: { job: string; instance: string }): string {
  if (label === 'job') return job;
  if (label === 'instance') return `${job}-${instance}`;
  return { le: '+Inf', state: 'stopped', status: '500', status_class: '2xx', alertstate: 'firing' }[label] ?? 'x';
}

function timeOf(evalTime: string) {
  return { expr: 'vector(1)', eval_time: evalTime, exp_samples: [{ labels: '{}', value: 1 }] };
}
