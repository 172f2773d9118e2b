import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isAlive, ownIdentity, startTimeFromStat, startTimeOf } from './process-identity.mjs';

const behindState = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 987654 20 21';

test('the start time is found behind any program name', () => {
  for (const name of ['node', 'a b', ') R 1 (', '((', 'x) Z 1']) {
    expect(startTimeFromStat(`42 (${name}) S ${behindState}\n`)).toBe('987654');
  }
});

test('a process that only waits to be reaped counts as ended', () => {
  expect(startTimeFromStat(`42 (node) Z ${behindState}`)).toBeUndefined();
});

test('this process is alive, its number with another start time is not', () => {
  const identity = ownIdentity();
  expect(isAlive(identity)).toBe(true);
  expect(isAlive({ ...identity, startTime: `${identity.startTime}0` })).toBe(false);
});

test('a process that has ended is not alive', async () => {
  const child = spawn(process.execPath, ['-e', '0']);
  await once(child, 'exit');
  expect(startTimeOf(child.pid ?? 0)).toBeUndefined();
});
