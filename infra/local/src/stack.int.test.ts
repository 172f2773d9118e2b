import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { removeVolumes } from './container/volumes.ts';
import { SERVER_NAMES } from './server.ts';
import { startStack } from './stack.ts';
import { stackDirectory } from './stack-directory.ts';
import type { StackUrls } from './started-server.ts';
import { runningParts, stillRunning } from './testing/running-parts.ts';
import { everything, store, stored } from './testing/stored-things.ts';

const name = `test-lifecycle-${process.pid}`;
const directory = stackDirectory(fileURLToPath(new URL('../../..', import.meta.url)), name);

/** Servers that are started here, whatever the rest of the run uses: processes, or containers when those are asked for. */
const provider = process.env.LOCAL_STACK === 'container' ? 'container' : 'process';
const environment = {
  ...process.env,
  LOCAL_STACK: provider,
  KAFKA_BROKERS: undefined,
  SCHEMA_REGISTRY_URL: undefined,
  MONGODB_URL: undefined,
  REDIS_URL: undefined,
};

afterAll(async () => {
  await removeVolumes(directory, { environment, report: () => undefined });
  rmSync(directory, { recursive: true, force: true });
});

test('data and addresses survive an orderly stop and kill -9 of everything, and no server outlives its runner', async () => {
  const first = await startRunner();
  await store(first.urls);
  const startedByFirst = await runningParts(directory);
  expect(startedByFirst).toHaveLength(SERVER_NAMES.length);
  expect(await first.end('SIGINT')).toBe(0);
  expect(await stillRunning(startedByFirst)).toEqual([]);

  // The runner alone is killed: its watchdog ends the servers.
  const second = await startRunner();
  expect(second.urls).toEqual(first.urls);
  expect(await stored(second.urls)).toEqual(everything);
  const startedBySecond = await runningParts(directory);
  await second.end('SIGKILL');
  while ((await stillRunning(startedBySecond)).length > 0) await sleep(50);

  // Runner and watchdog are killed: the servers stay until the next start ends them.
  const third = await startRunner();
  expect(await stored(third.urls)).toEqual(everything);
  const startedByThird = await runningParts(directory);
  process.kill(watchdogPid(), 'SIGKILL');
  await third.end('SIGKILL');
  expect(await stillRunning(startedByThird)).toHaveLength(SERVER_NAMES.length);

  const lines: string[] = [];
  const fourth = await startStack({ dataDirectory: directory, environment, report: (line) => lines.push(line) });
  try {
    expect(await stillRunning(startedByThird)).toEqual([]);
    expect(lines[0]).toMatch(/^(ended what|removed 4 containers that) an earlier run left/);
    expect(await stored(fourth)).toEqual(everything);
    expect(Object.values(fourth.provider)).toEqual(SERVER_NAMES.map(() => provider));
    await expectRefusal();
  } finally {
    await fourth.stop();
  }
  expect(await runningParts(directory)).toEqual([]);
}, 180_000);

async function expectRefusal(): Promise<void> {
  const second = startStack({ dataDirectory: directory, environment, report: () => undefined });
  await expect(second).rejects.toThrow(`A stack is already running on ${directory} (process ${process.pid})`);
}

/** The watchdog is named by the directory of records that it was given. */
function watchdogPid(): number {
  const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  const line = processes.find((each) => each.includes('watchdog.ts') && each.includes(join(directory, 'run')));
  return Number(line?.trim().split(' ')[0]);
}

type Runner = { urls: StackUrls; end(signal: NodeJS.Signals): Promise<number | null> };

/** The stack as `up.ts` starts it: a process of its own. */
async function startRunner(): Promise<Runner> {
  const program = fileURLToPath(new URL('./up.ts', import.meta.url));
  const child = spawn(process.execPath, [program, name], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const complaints: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString()));
  const exports = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, variable = '', value = ''] = /^export (\w+)='?([^']*)'?$/.exec(line) ?? [];
    exports.set(variable, value);
    if (exports.size === SERVER_NAMES.length) break;
  }
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
