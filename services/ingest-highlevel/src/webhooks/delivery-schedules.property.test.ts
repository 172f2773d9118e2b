import { propertyRuns } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSchedule } from './testing/delivery-schedule.ts';

const SCHEDULES = propertyRuns(750);
/** The same schedules in every run of CI: random ones meet the open defect below once in some ten thousand. `PROPERTY_SEED` gives others. */
const SEED = Number(process.env.PROPERTY_SEED ?? 1);

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
      { seed: SEED, numRuns: SCHEDULES },
    );
    // Most entities are judged without a comparison, or the test would show little.
    expect(sums.held).toBeGreaterThan(sums.schedules / 2);
  }, 600_000);

  // An open defect, found by chance: with two instances, a crash and an outage, a webhook is answered before its change is in the log.
  it.fails('answer no webhook before the log has its change, in a schedule with a crash and an outage', async () => {
    const { answeredTooEarly } = await runSchedule({
      seed: 203_609_523,
      changes: 7,
      instances: 2,
      hasTimestamps: true,
      hasUpdateTimes: true,
      losses: false,
      crashes: true,
      outages: true,
    });
    expect(answeredTooEarly).toEqual([]);
  });
});
