import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from './testing/temporary-directory.ts';

const program = fileURLToPath(new URL('./testing/fill-slowly.ts', import.meta.url));

function start(cache: string): ChildProcess & { output: Promise<string> } {
  const child = spawn(process.execPath, [program, join(cache, 'cache'), join(cache, 'downloads')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return Object.assign(child, { output: text(child.stdout) });
}

const parts = Array.from({ length: 10 }, (_, part) => `part-${part}`);

test('starts at the same moment share one download', async () => {
  const directory = temporaryDirectory();
  const outputs = await Promise.all([start(directory), start(directory), start(directory)].map((each) => each.output));
  expect(readFileSync(join(directory, 'downloads'), 'utf8')).toBe('x');
  expect(outputs.filter((output) => output.includes('downloading, about'))).toHaveLength(1);
  expect(outputs.filter((output) => output.includes('another start'))).toHaveLength(2);
  expect(readdirSync(join(directory, 'cache', 'slow-1')).sort()).toEqual(parts);
  expect(readdirSync(join(directory, 'cache'))).toEqual(['slow-1']);
});

test('a download that was killed half way is begun again, and nothing of it is kept', async () => {
  const directory = temporaryDirectory();
  const killed = start(directory);
  while (!existsSync(join(directory, 'downloads'))) await sleep(20);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const output = await start(directory).output;
  expect(output).toContain('downloading, about');
  expect(readFileSync(join(directory, 'downloads'), 'utf8')).toBe('xx');
  expect(readdirSync(join(directory, 'cache'))).toEqual(['slow-1']);
});
