import { expect, it } from 'vitest';
import { progressMeter } from './progress-meter.ts';

it('tells the rate of the last half minute and the time that is left', () => {
  let now = 0;
  const meter = progressMeter(() => now);
  expect(meter({ events: 0, total: 1_000 })).toEqual({
    events: 0,
    total: 1_000,
    eventsPerSecond: 0,
    secondsLeft: null,
  });
  now = 2_000;
  expect(meter({ events: 200, total: 1_000 })).toMatchObject({ eventsPerSecond: 100, secondsLeft: 8 });
  for (let look = 0; look < 15; look += 1) {
    now += 2_000;
    meter({ events: 200, total: 1_000 });
  }
  expect(meter({ events: 200, total: 1_000 })).toMatchObject({ eventsPerSecond: 0, secondsLeft: null });
  expect(meter({ events: 1_000, total: 1_000 })).toMatchObject({ secondsLeft: 0 });
});
