import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startStack } from './stack.ts';
import { stackDirectory } from './stack-directory.ts';
import type { StackUrls } from './started-server.ts';
import { everything, store, stored } from './testing/stored-things.ts';

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

test('data and addresses survive kill -9, and no process outlives its runner', async () => {
  const first = await startRunner();
  await store(first.urls);
  expect(processes().length).toBeGreaterThan(4);
  await expectRefusal();
  await first.end('SIGKILL');
  while (processes().length > 0) await sleep(50);

  const second = await startRunner();
  expect(second.urls).toEqual(first.urls);
  expect(await stored(second.urls)).toEqual(everything);
  expect(await second.end('SIGTERM')).toBe(0);
  expect(processes()).toEqual([]);
});

/** Every process with the stack's directory in its arguments or as its working directory: shells and servers. */
function processes(): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  // One that only waits to be reaped is none.
  return lines.filter((line) => line.includes(directory) && !/^\s*\d+\s+Z/.test(line));
}

async function expectRefusal(): Promise<void> {
  const second = startStack({ dataDirectory: directory, environment, report: () => undefined });
  await expect(second).rejects.toThrow(`A stack is already running on ${directory}`);
}

type Runner = { urls: StackUrls; end(signal: NodeJS.Signals): Promise<number | null> };

/** The stack as `up.ts` starts it: a process of its own. After `kill -9` the directory is free some seconds later. */
async function startRunner(): Promise<Runner> {
  for (;;) {
    const runner = await tryRunner();
    if (runner !== undefined) return runner;
    await sleep(500);
  }
}

async function tryRunner(): Promise<Runner | undefined> {
  const program = fileURLToPath(new URL('./up.ts', import.meta.url));
  const child = spawn(process.execPath, [program, name], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const complaints: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString()));
  const exports = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, variable = '', value = ''] = /^export (\w+)='?([^']*)'?$/.exec(line) ?? [];
    exports.set(variable, value);
    if (exports.size === 4) break;
  }
  if (complaints.join('').includes('already running')) return undefined;
  const value = (variable: string) => exports.get(variable) ?? `no ${variable}: ${complaints.join('')}`;
  return {
    urls: {
      kafkaBrokers: [value('KAFKA_BROKERS')],
      schemaRegistryUrl: value('SCHEMA_REGISTRY_URL'),
      mongodbUrl: value('MONGODB_URL'),
      redisUrl: value('REDIS_URL'),
    },
    async end(signal) {
      const exit = once(child, 'exit');
      child.kill(signal);
      return (await exit)[0];
    },
  };
}
