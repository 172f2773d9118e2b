import { expect, it } from 'vitest';
import { failedReads, isProven, type Proof, textOf } from './proof-report.ts';

const figures = { reads: 10, byOutcome: { '200': 9, '404': 1 }, compared: 5 };
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

it('is proven when nothing failed, nothing was stale, wrong or different', () => {
  expect(isProven(proof)).toBe(true);
  expect(textOf(proof)).toContain('demo data ×10, seed 1: proven');
  for (const part of ['stale', 'wrong', 'differences'] as const) {
    expect(isProven({ ...proof, [part]: ['a line'] })).toBe(false);
    expect(textOf({ ...proof, [part]: ['a line'] })).toContain('NOT PROVEN');
  }
});

it('counts errors and missing answers as failed; a missing entity only where everything is known to be there', () => {
  const { readers } = proof;
  expect(failedReads(readers)).toBe(0);
  expect(failedReads({ ...readers, ofLoad: { ...figures, byOutcome: { '200': 5, '500 waiting': 1 } } })).toBe(0);
  const broken = { ...figures, byOutcome: { '200': 5, '404': 1, '500': 3, 'no answer (timeout)': 1 } };
  expect(failedReads({ ...readers, ofLoad: broken })).toBe(4);
  expect(failedReads({ ...readers, ofDemo: broken })).toBe(5);
});

it('proves nothing when nothing was asked', () => {
  const { readers } = proof;
  expect(isProven({ ...proof, readers: { ...readers, ownWrites: 0 } })).toBe(false);
  expect(isProven({ ...proof, readers: { ...readers, ofDemo: { reads: 0, byOutcome: {}, compared: 0 } } })).toBe(false);
});
