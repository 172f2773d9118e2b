import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSchedule } from './testing/delivery-schedule.ts';

const SCHEDULES = 12_000;

const schedules = fc.record({
  seed: fc.integer(),
  changes: fc.integer({ min: 1, max: 8 }),
  instances: fc.integer({ min: 1, max: 3 }),
  hasTimestamps: fc.boolean(),
  hasUpdateTimes: fc.boolean(),
  losses: fc.boolean(),
  crashes: fc.boolean(),
  outages: fc.boolean(),
});

describe('delivery schedules', () => {
  it("end in the CRM's state, however webhooks are delayed, repeated, reordered, lost or cut short", async () => {
    const sums = { schedules: 0, deliveries: 0, readings: 0, published: 0, held: 0 };
    await fc.assert(
      fc.asyncProperty(schedules, async (options) => {
        const result = await runSchedule(options);
        sums.schedules++;
        sums.deliveries += result.deliveries;
        sums.readings += result.readings;
        sums.published += result.published;
        sums.held += result.held;
        expect(result.answeredTooEarly).toEqual([]);
        expect(result.wrong).toEqual([]);
        expect(result.wrongAfterComparison).toEqual([]);
      }),
      { numRuns: SCHEDULES },
    );
    // Most entities are judged without a comparison, or the test would show little.
    expect(sums.held).toBeGreaterThan(sums.schedules / 2);
  }, 600_000);
});
