import { propertyRuns, propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runSchedule } from './testing/delivery-schedule.ts';

const SCHEDULES = propertyRuns(750);

const schedules = fc.record({
  seed: fc.integer(),
  changes: fc.integer({ min: 1, max: 8 }),
  instances: fc.integer({ min: 1, max: 3 }),
  losses: fc.boolean(),
  crashes: fc.boolean(),
  outages: fc.boolean(),
});

it("delivery schedules end in the CRM's state, however webhooks are delayed, repeated, reordered, lost or cut short", async () => {
  const sums = { schedules: 0, held: 0 };
  await fc.assert(
    fc.asyncProperty(schedules, async (options) => {
      const result = await runSchedule(options);
      sums.schedules++;
      sums.held += result.held;
      expect(result.wrong).toEqual([]);
      expect(result).toMatchObject({ wrongAfterSweep: [], publishedAgain: 0 });
    }),
    { ...propertySeed(), numRuns: SCHEDULES },
  );
  // Most entities are judged without a sweep, or the test would show little.
  expect(sums.held).toBeGreaterThan(sums.schedules / 2);
}, 600_000);
