import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@fundlens/runtime/testing/temporary-directory';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { findPrometheusTools } from '../prometheus-tools.ts';
import { serviceRegistries } from '../testing/service-registries.ts';

/** What of Grafana's JSON is read here. */
type Dashboard = {
  readonly annotations: { readonly list: readonly { readonly expr: string }[] };
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
};

const run = promisify(execFile);
const dashboards = globSync('dashboards/*.json', { cwd: import.meta.dirname }).map(
  (file) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Dashboard,
);
const expressions = dashboards.flatMap(({ annotations, panels }) => [
  ...annotations.list.map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
]);

/** Every series of the services by its name, with the labels that the service gives it. */
const known = new Map<string, readonly string[]>();
for (const metric of serviceRegistries().flatMap((registry) => registry.getMetricsAsArray())) {
  // prom-client keeps the names of labels in each metric without declaring it.
  const { labelNames = [] } = metric as { labelNames?: readonly string[] };
  known.set(metric.name, labelNames);
  if (String(metric.type) === 'histogram') known.set(`${metric.name}_bucket`, [...labelNames, 'le']);
}

it('panels, alerts and recording rules ask for metrics that the services have', () => {
  const files = globSync(['dashboards/*.json', '../alerts.yaml', '../recording-rules.yaml'], {
    cwd: import.meta.dirname,
  });
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  const asked = texts.flatMap((text) => text.match(/\b(?:fundlens|nodejs|process)_\w+/g) ?? []);
  const unknown = asked.filter((name) => !known.has(name) && !known.has(name.replace(/_(?:count|bucket)$/, '')));
  expect([files.length, [...new Set(unknown)]]).toEqual([4, []]);
});

it('the scrapes have the names of jobs that the dashboards ask for', () => {
  const file = readFileSync(join(import.meta.dirname, '../prometheus.yaml'), 'utf8');
  const { scrape_configs: scrapes } = parse(file) as { scrape_configs: { job_name: string }[] };
  const asked = new Set(expressions.flatMap((expr) => [...expr.matchAll(/job="([\w-]+)"/g)].map(([, job]) => job)));
  expect([...asked].toSorted()).toEqual(scrapes.map(({ job_name: name }) => name).toSorted());
});

const { tools, missing } = await findPrometheusTools();
const directory = temporaryDirectory();

it.skipIf(tools === null)(`Prometheus evaluates every expression without an error ${missing ?? ''}`, async () => {
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
});

/** The expression as Prometheus gets it when every choice at the top of the dashboard is "All". */
function withoutVariables(expr: string): string {
  return expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$\w+/g, '.*');
}

/** JSON is YAML. */
function writeJson(name: string, content: object): Promise<void> {
  return writeFile(join(directory, name), JSON.stringify(content));
}

/** Every metric of two processes of each job: an expression that matches one series with two fails. */
function inputSeries(): { series: string; values: string }[] {
  return [...known].flatMap(([metric, labels]) =>
    ['fundlens-projector', 'fundlens-query'].flatMap((job) =>
      ['a', 'b'].map((instance) => ({
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
