import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { workAtOnce } from './at-once.ts';

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
