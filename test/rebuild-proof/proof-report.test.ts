import { expect, it } from 'vitest';
import { holds } from '../long-run/report.ts';
import { type Proof, proofReport } from './proof-report.ts';

const figures = { total: 10, byOutcome: { '200': 9, '404': 1 }, compared: 5 };
const proof: Proof = {
  scale: 10,
  seed: 1,
  events: { demo: 1_000, meanwhile: 100 },
  projecting: 10,
  derived: 12,
  rebuild: {
    secondsByPhase: { replaying: 10 },
    seconds: 60,
    eventsPerSecond: 100,
    killedAt: { events: 500, total: 1_000 },
    resumedAt: { events: 501, total: 1_000 },
    refusals: 2,
    comparison: { documents: 900, different: 0, ahead: 0, carried: 0, settling: 0, examples: [] },
  },
  asleepSeconds: 20,
  readers: { ofLoad: figures, ofDemo: { ...figures, byOutcome: { '200': 10 } }, ownWrites: 2 },
  longestFreshnessGapMs: 1_500,
  stale: [],
  wrong: [],
  differences: [],
  documents: 900,
  totalSeconds: 100,
};

it('holds when nothing failed, nothing was stale, wrong or different', () => {
  expect(holds(proofReport(proof))).toBe(true);
  expect(proofReport(proof).title).toContain('demo data ×10, seed 1');
  for (const part of ['stale', 'wrong', 'differences'] as const) {
    expect(holds(proofReport({ ...proof, [part]: ['a line'] }))).toBe(false);
  }
});

it('counts errors and missing answers as failed; a missing entity only where everything exists', () => {
  const { readers } = proof;
  const failed = (more: Partial<Proof['readers']>) =>
    proofReport({ ...proof, readers: { ...readers, ...more } }).figures;
  expect(failed({})).toMatchObject({ failedReads: 0 });
  expect(failed({ ofLoad: { ...figures, byOutcome: { '200': 5, '500 waiting': 1 } } })).toMatchObject({
    failedReads: 0,
  });
  const broken = { ...figures, byOutcome: { '200': 5, '404': 1, '500': 3, 'no answer (timeout)': 1 } };
  expect(failed({ ofLoad: broken })).toMatchObject({ failedReads: 4 });
  expect(failed({ ofDemo: broken })).toMatchObject({ failedReads: 5 });
  expect(holds(proofReport({ ...proof, readers: { ...readers, ofDemo: broken } }))).toBe(false);
});

it('does not hold when nothing was asked', () => {
  const { readers } = proof;
  const none = { total: 0, byOutcome: {}, compared: 0 };
  expect(holds(proofReport({ ...proof, readers: { ...readers, ownWrites: 0 } }))).toBe(false);
  expect(holds(proofReport({ ...proof, readers: { ...readers, ofDemo: none } }))).toBe(false);
});
