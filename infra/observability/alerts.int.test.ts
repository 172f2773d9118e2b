import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serviceRegistries } from './testing/service-registries.ts';
import { findPrometheusTools } from './prometheus-tools.ts';

const ROOT = join(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const rules = ['infra/observability/alerts.yaml', 'infra/observability/recording-rules.yaml'];
const ruleTests = globSync('infra/observability/rule-tests/*.yaml', { cwd: ROOT }).sort();
const alertTexts = textOf('infra/observability/alerts.yaml')
  .split(/^ {6}- alert: /m)
  .slice(1);
const alerts = alertTexts.map((text) => ({
  name: text.split('\n')[0] ?? '',
  severity: /severity: (\w+)/.exec(text)?.[1],
  runbook: /runbook_url: (\S+)/.exec(text)?.[1] ?? '',
  description: /description: '(.+)'/.exec(text)?.[1] ?? /description: "(.+)"/.exec(text)?.[1],
}));
const RUNBOOK = 'infra/guides/runbook.md';
const OPERATIONS = 'infra/guides/operations.md';

const { tools, missing } = await findPrometheusTools();

describe.skipIf(tools === null)(`the tools of Prometheus ${missing ?? ''}`, () => {
  const check = (args: readonly string[], input = '') =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const child = execFile(tools?.promtool ?? '', [...args], { cwd: ROOT }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : 1, said: stdout + stderr });
      });
      child.stdin?.end(input);
    });

  it('find nothing wrong with the names and units of the metrics', async () => {
    for (const registry of serviceRegistries()) {
      expect(await check(['check', 'metrics'], await registry.metrics())).toEqual({ code: 0, said: '' });
    }
  });

  it('find nothing wrong with the rules', async () => {
    expect(await check(['check', 'rules', ...rules])).toMatchObject({ code: 0 });
  });

  it('see each alert fire when it must, and none in a healthy system, a rollout or a rebalance', async () => {
    const { code, said } = await check(['test', 'rules', ...ruleTests]);
    expect(code, said).toBe(0);
  });
});

describe('each alert', () => {
  it('has a test in which it fires', () => {
    const tested = ruleTests.map(textOf).join('\n');
    const untested = alerts.filter(
      ({ name, severity }) => !tested.includes(`ALERTS{alertname="${name}",alertstate="firing",severity="${severity}"`),
    );
    expect(alerts.length).toBeGreaterThan(15);
    expect(untested).toEqual([]);
  });

  it('pages or makes a ticket, and says what users feel', () => {
    expect(alerts.filter(({ severity }) => severity !== 'page' && severity !== 'ticket')).toEqual([]);
    expect(alerts.filter(({ description }) => description === undefined)).toEqual([]);
  });

  it('has a heading of its own in the runbook', () => {
    const page = textOf(RUNBOOK);
    const lost = alerts.filter(
      ({ name, runbook }) => runbook !== `${RUNBOOK}#${name.toLowerCase()}` || !page.includes(`\n## ${name}\n`),
    );
    expect(lost).toEqual([]);
  });
});

describe('the runbook and operations', () => {
  it('name commands and options that `fundlens` has', () => {
    const code = globSync('services/operator/src/**/*.ts', { cwd: ROOT }).map(textOf).join('\n');
    const said = [...(textOf(RUNBOOK) + textOf(OPERATIONS)).matchAll(/`fundlens ([^`]+)`/g)].map(([, words]) => words);
    const unknown = said.filter((words = '') => {
      const [command = '', ...rest] = words.split(' ');
      const options = rest.filter((word) => word.startsWith('--'));
      return !code.includes(`.command('${command}`) || options.some((option) => !code.includes(`'${option}`));
    });
    expect(said.length).toBeGreaterThan(10);
    expect(unknown).toEqual([]);
  });
});
