import { expect, it } from 'vitest';
import { AppendDelays } from './append-delays.ts';

it('keeps the least delay of the last minute by partition, and forgets it after', () => {
  let now = 100_000;
  const delays = new AppendDelays(() => now);
  const at = { topic: 'crm', partition: 1 };
  delays.arrived(at, [{ appendedAt: now - 900 }]);
  delays.arrived(at, [{ appendedAt: now - 9_000 }, { appendedAt: now - 200 }]);
  delays.arrived({ topic: 'crm', partition: 2 }, [{ appendedAt: now + 7_000 }]);
  delays.arrived(at, []);
  const first = [
    { ...at, delayMs: 200 },
    { topic: 'crm', partition: 2, delayMs: -7_000 },
  ];
  expect(delays.least()).toEqual(first);
  now += 30_000;
  delays.arrived(at, [{ appendedAt: now - 5_000 }]);
  expect(delays.least()).toEqual(first);
  now += 30_000;
  expect(delays.least()).toEqual([{ ...at, delayMs: 5_000 }]);
  now += 120_000;
  expect(delays.least()).toEqual([]);
});
