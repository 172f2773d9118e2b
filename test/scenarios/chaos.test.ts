import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultSchedule } from './chaos.ts';
import { NETWORK_FAULTS, PROCESS_FAULTS, SERVERS, SERVICES } from './strike.ts';

const MINUTE_MS = 60_000;
const seeds = fc.nat(2 ** 31);
const durations = fc.integer({ min: 0, max: 30 * MINUTE_MS });

describe('the schedule of faults', () => {
  it('is the same for the same seed, and the beginning of a longer one', () => {
    fc.assert(
      fc.property(seeds, durations, (seed, durationMs) => {
        const faults = faultSchedule(seed, durationMs);
        expect(faultSchedule(seed, durationMs)).toEqual(faults);
        expect(faultSchedule(seed, durationMs + MINUTE_MS).slice(0, faults.length)).toEqual(faults);
      }),
    );
  });

  it('is in order, ends in time and never strikes a target that is still struck', () => {
    fc.assert(
      fc.property(seeds, durations, (seed, durationMs) => {
        const faults = faultSchedule(seed, durationMs);
        const busyUntil = new Map<string, number>();
        const wrong: string[] = [];
        let before = 0;
        for (const { atMs, untilMs, target } of faults) {
          const mayBegin = Math.max(before, busyUntil.get(target) ?? 0);
          if (atMs < mayBegin || untilMs < atMs || untilMs > durationMs) wrong.push(`${target} at ${atMs}`);
          before = atMs;
          busyUntil.set(target, untilMs);
        }
        expect(wrong).toEqual([]);
      }),
    );
  });

  it('has every fault at every target within ten minutes, and overlaps', () => {
    const everything =
      (SERVICES.length + SERVERS.length) * PROCESS_FAULTS.length + SERVERS.length * NETWORK_FAULTS.length;
    for (const seed of [1, 2, 3]) {
      const faults = faultSchedule(seed, 10 * MINUTE_MS);
      expect(new Set(faults.map(({ kind, target }) => `${kind} ${target}`)).size).toBe(everything);
      const overlapping = faults.filter(({ atMs }, index) =>
        faults.slice(0, index).some(({ untilMs }) => untilMs > atMs),
      );
      expect(overlapping.length).toBeGreaterThan(5);
    }
  });
});
