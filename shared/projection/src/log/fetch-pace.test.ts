import { expect, it } from 'vitest';
import { createFetchPace } from './fetch-pace.ts';

/** The period after ten seconds at so many events a second, in rounds of that period. */
function periodAt(eventsPerSecond: number): number {
  let now = 0;
  const pace = createFetchPace(() => now);
  let taken = 0;
  while (now < 10_000) {
    now += pace.leastPeriodMs();
    const due = Math.floor((now * eventsPerSecond) / 1_000);
    pace.took(due - taken);
    taken = due;
  }
  return pace.leastPeriodMs();
}

it.each([
  [1, 50],
  [20, 50],
  [1_000, 30],
  [10_000, 30],
])('at %i events a second a round takes %i ms', (eventsPerSecond, ms) => {
  expect(periodAt(eventsPerSecond)).toBe(ms);
});
