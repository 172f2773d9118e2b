import { describe, expect, it } from 'vitest';
import { holds, summaryOf, textOf } from '../long-run/report.ts';
import { type ChaosResult, chaosReport, recoveryOf } from './chaos-report.ts';

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

  it('holds only without divergences and losses', () => {
    expect(holds(chaosReport(result))).toBe(true);
    expect(holds(chaosReport({ ...result, divergences: ['contacts/a: body differs'] }))).toBe(false);
    expect(holds(chaosReport({ ...result, lost: 1 }))).toBe(false);
    expect(holds(chaosReport({ ...result, incidents: ['query-1 ended by itself'] }))).toBe(true);
  });

  it('counts outages and missing answers as failed reads, and missing entities as served', () => {
    expect(summaryOf(chaosReport(result))).toMatchObject({ failedReads: 4, byKind: { kill: { count: 1 } } });
  });

  it('says seed and minutes first', () => {
    expect(textOf(chaosReport(result))).toMatch(/^seed 7, 1 minutes: all checks hold\nfaults: 1, 0 recovered/);
  });
});
