import { expect, it } from 'vitest';
import { createBackoff, sleep } from './backoff.ts';

it('grows to its bound, keeps at least half of each step, and starts over after a success', () => {
  const lowest = createBackoff({ initialMs: 100, maxMs: 400, random: () => 0 });
  const highest = createBackoff({ initialMs: 100, maxMs: 400, random: () => 1 });
  expect([lowest.next(), lowest.next(), lowest.next(), lowest.next()]).toEqual([50, 100, 200, 200]);
  expect([highest.next(), highest.next(), highest.next(), highest.next()]).toEqual([100, 200, 400, 400]);
  highest.reset();
  expect(highest.next()).toBe(100);
});

it('returns early from a sleep that is aborted', async () => {
  const abort = new AbortController();
  const slept = sleep(60_000, abort.signal);
  abort.abort();
  expect(await slept).toBe(false);
  expect(await sleep(1)).toBe(true);
});
