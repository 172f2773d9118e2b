import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogOutput, MAX_WAITING_CHARACTERS } from './log-output.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

let file: string;
let fd: number;
beforeEach(() => {
  file = join(temporaryDirectory(), 'log');
  fd = openSync(file, 'a');
});
afterEach(() => closeSync(fd));

const written = () => readFileSync(file, 'utf8');

it('writes lines in their order, and the rest at the end of the process', async () => {
  const output = createLogOutput(fd);
  for (let n = 0; n < 1_000; n += 1) output.write(`${n}\n`);
  await vi.waitFor(() => expect(written().split('\n')).toHaveLength(1_001));
  output.write('last\n');
  output.flushNow();
  await delay(5);
  expect(written()).toBe(`${Array.from({ length: 1_000 }, (_, n) => `${n}\n`).join('')}last\n`);
});

it('loses lines on a full disk, without an error and without delaying the end of the process', async () => {
  const full = openSync('/dev/full', 'w');
  const output = createLogOutput(full);
  for (let n = 0; n < 50; n += 1) {
    output.write(`${n}\n`);
    await delay(1);
  }
  output.write('last\n');
  expect(() => output.flushNow()).not.toThrow();
  closeSync(full);
});

it('buffers a bounded amount while it cannot write, and then says how many lines are lost', async () => {
  const output = createLogOutput(fd);
  const half = `${'x'.repeat(MAX_WAITING_CHARACTERS / 2 - 1)}\n`;
  for (let n = 0; n < 5; n += 1) output.write(half);
  output.flushNow();
  const [note, ...rest] = written().split('\n');
  expect(JSON.parse(note ?? '')).toMatchObject({ level: 'warn', lost: 3 });
  expect(rest).toHaveLength(3);
});
