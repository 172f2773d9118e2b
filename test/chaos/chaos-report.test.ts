import { describe, expect, it } from 'vitest';
import { type ChaosResult, failedReads, isClean, recoveryOf, textOf } from './chaos-report.ts';

const result: ChaosResult = {
  seed: 7,
  minutes: 1,
  faults: [{ atMs: 0, untilMs: 10, kind: 'kill', target: 'kafka', recoveryMs: 1_234, overlapped: false }],
  events: { acknowledged: 100, retries: 2 },
  reads: { total: 12, compared: 5, ownWrites: 1, byOutcome: { '200': 6, '404': 2, '500': 3, 'no answer': 1 } },
  longestFreshnessGapMs: 4_000,
  divergences: [],
  lost: 0,
  incidents: [],
  searched: [],
};

describe('the report of a chaos run', () => {
  it('takes percentiles by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(recoveryOf(hundred)).toEqual({ count: 100, p50: 50, p99: 99, max: 100 });
    expect(recoveryOf([3])).toEqual({ count: 1, p50: 3, p99: 3, max: 3 });
    expect(recoveryOf([])).toBeNull();
  });

  it('is clean only without divergences and losses', () => {
    expect(isClean(result)).toBe(true);
    expect(isClean({ ...result, divergences: ['contacts/a: body differs'] })).toBe(false);
    expect(isClean({ ...result, lost: 1 })).toBe(false);
  });

  it('counts outages and missing answers as failed reads, and missing entities as served', () => {
    expect(failedReads(result.reads)).toBe(4);
  });

  it('says at once whether it is clean, with the seed, and shows what diverges', () => {
    expect(textOf(result)).toMatch(/^seed 7, 1 minutes: clean\n/);
    const text = textOf({ ...result, divergences: ['contacts/a: body differs'] });
    expect(text).toMatch(/^seed 7, 1 minutes: NOT CLEAN\n/);
    expect(text).toContain('contacts/a: body differs');
  });
});
