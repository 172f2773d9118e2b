import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { workAtOnce } from './at-once.ts';

test('results are in the order of the items, and no more are in work than allowed', async () => {
  let [inWork, most] = [0, 0];
  const results = await workAtOnce([5, 1, 4, 2, 3], 2, async (ms) => {
    inWork += 1;
    most = Math.max(most, inWork);
    await delay(ms);
    inWork -= 1;
    return ms * 10;
  });
  expect({ results, most }).toEqual({ results: [50, 10, 40, 20, 30], most: 2 });
});

test('after an error nothing is begun, and nothing goes on behind the back of the caller', async () => {
  const begun: number[] = [];
  let ended = 0;
  const work = workAtOnce([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    await delay(item === 1 ? 1 : 20);
    if (item === 1) throw new Error('away');
    ended += 1;
  });
  await expect(work).rejects.toThrow('away');
  expect({ begun, ended }).toEqual({ begun: [1, 2], ended: 1 });
});
