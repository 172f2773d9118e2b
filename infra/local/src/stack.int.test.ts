import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startStack } from './stack.ts';
import { stackDirectory } from './stack-directory.ts';

const name = `test-lifecycle-${process.pid}`;
const directory = stackDirectory(fileURLToPath(new URL('../../..', import.meta.url)), name);
/** Servers that are started here, whatever the rest of the run uses. */
const NO_GIVEN_SERVERS = {
  LOCAL_STACK: undefined,
  KAFKA_BROKERS: undefined,
  SCHEMA_REGISTRY_URL: undefined,
  MONGODB_URL: undefined,
  REDIS_URL: undefined,
};
const environment = { ...process.env, ...NO_GIVEN_SERVERS };

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('a directory has one stack at a time, and no server outlives a runner that was killed', async () => {
  const program = fileURLToPath(new URL('./up.ts', import.meta.url));
  const runner = spawn(process.execPath, [program, name], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  // Its addresses are printed once every server answers.
  await once(runner.stdout, 'data');
  expect(processes().length).toBeGreaterThan(4);
  const second = startStack({ dataDirectory: directory, environment, report: () => undefined });
  await expect(second).rejects.toThrow(`A stack is already running on ${directory}`);
  runner.kill('SIGKILL');
  while (processes().length > 0) await sleep(50);
});

/** Every process with the stack's directory in its arguments or as its working directory: shells and servers. */
function processes(): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  // One that only waits to be reaped is none.
  return lines.filter((line) => line.includes(directory) && !/^\s*\d+\s+Z/.test(line));
}
