import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWith, type RunContext, wholeNumber } from '../long-run/long-run.ts';
import { faultsReport, type TestRun } from './faults-report.ts';

const SHORTEST_S = 8;
const LONGEST_S = 3_600;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** `npm run faults:long -- --seconds N --seed S [--json]`: the tests of each named fault, with outages of so many seconds. */
await endWith({
  name: 'faults:long',
  amount: {
    option: 'seconds',
    usual: '60',
    values: `from ${SHORTEST_S} to ${LONGEST_S}`,
    read: seconds,
  },
  data: 'faults',
  results: 'fault-results',
  run: async (outageSeconds, context) => {
    const run = await context.step('trying each fault', () => tryFaults(outageSeconds, context));
    return faultsReport(run, { outageSeconds, seed: context.seed });
  },
});

function seconds(text: string): number | null {
  const value = wholeNumber(text) ?? 0;
  return value >= SHORTEST_S && value <= LONGEST_S ? value : null;
}

async function tryFaults(outageSeconds: number, context: RunContext): Promise<TestRun> {
  const { dataDirectory, environment, seed, signal } = context;
  mkdirSync(dataDirectory, { recursive: true });
  const results = join(dataDirectory, 'tests.json');
  rmSync(results, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const child = spawn('vitest', ['run', '--project', 'int', 'test/faults/', ...reporters], {
    cwd: root,
    env: { ...environment, FAULT_SECONDS: String(outageSeconds), PROPERTY_SEED: String(seed) },
    // Standard output is for the report.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const end = () => child.kill('SIGTERM');
  signal.addEventListener('abort', end, { once: true });
  await once(child, 'exit');
  signal.throwIfAborted();
  return JSON.parse(readFileSync(results, 'utf8')) as TestRun;
}
