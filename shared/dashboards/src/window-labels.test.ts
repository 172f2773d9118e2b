import {
  byDimension,
  FIRST_STATE_DAY,
  LABEL_GROUPS,
  labelled,
  STAGE_MEASURES,
} from '@fundlens/read-models/dashboards/dashboard-measures';
import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { dayOfFact, daysChanged, type Fact } from '@fundlens/read-models/dashboards/fact';
import { readPipelineStages } from '@fundlens/read-models/dashboards/pipeline-stages';
import { readWindow } from '@fundlens/read-models/dashboards/testing/read-window';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { planRecount, refreshWindow } from './refresh-window.ts';

const run = propertySeed();
const DAY_MS = 86_400_000;
const TODAY = 20_000;
const MAX = LABEL_GROUPS.find(({ measures }) => measures.includes('underwriting.declined'))?.max ?? 0;
const BY_STAGE = byDimension(STAGE_MEASURES.open, 'stage');
const seen = { refreshes: 0, escalations: 0, overLimit: 0 };

afterAll(() => console.info(`labels: ${JSON.stringify({ ...seen, seed: run.seed })}`));

/** More labels than are told apart, of different lengths; about as many are in use as can be. */
const label = fc.integer({ min: 0, max: MAX + 24 }).map((n) => 'x'.repeat(1 + (n % 7)) + n);
/** What one of many results says: a label, on one of few days. */
const change = fc.record({
  result: fc.nat({ max: 119 }),
  label: fc.option(label, { freq: 6 }),
  day: fc.integer({ min: TODAY - 5, max: TODAY }),
});

function factsOf(results: ReadonlyMap<number, Fact>): Fact[] {
  return [...results.values()];
}

function countedAnew(facts: readonly Fact[]): WindowDocument {
  const counted = refreshWindow(null, planRecount(null, { dirtyDays: [], timeZone: 'UTC', today: TODAY }), facts);
  if (counted === null) throw new Error('a count of everything can always tell');
  return counted;
}

test('which labels are told apart does not depend on how the document came to be', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(change, { maxLength: 4 }), { minLength: 1, maxLength: 25 }),
      fc.array(change, { minLength: 150, maxLength: 300, size: 'max' }),
      (batches, initial) => {
        const results = new Map<number, Fact>();
        const apply = (of: { result: number; label: string | null; day: number }): number[] => {
          const before = results.get(of.result);
          const fact = { at: of.day * DAY_MS, amounts: { [labelled('underwriting.declined', of.label)]: 1 } };
          results.set(of.result, fact);
          return daysChanged(before === undefined ? [] : [before], [fact]);
        };
        for (const of of initial) apply(of);
        let document = countedAnew(factsOf(results));
        for (const batch of batches) {
          const recount = planRecount(document, { dirtyDays: batch.flatMap(apply), timeZone: 'UTC', today: TODAY });
          const asked = new Set(recount.factDays);
          const read = factsOf(results).filter((fact) => asked.has(dayOfFact(fact)));
          const refreshed = refreshWindow(document, recount, read);
          const anew = countedAnew(factsOf(results));
          seen.refreshes += 1;
          if (refreshed === null) seen.escalations += 1;
          else expect(Buffer.compare(refreshed.sums, anew.sums)).toBe(0);
          document = anew;
          const { underwriting } = readWindow(document, { today: TODAY, days: 6 });
          if (underwriting.declinedForOtherReasons !== 0) seen.overLimit += 1;
          expect(Object.keys(underwriting.declinedByReason as object).length).toBeLessThanOrEqual(MAX);
          expect(underwriting.declined).toBe(results.size);
        }
      },
    ),
    { ...run, numRuns: 150 },
  );
  // Otherwise the histories were too tame to say anything.
  expect(Math.min(seen.overLimit, seen.escalations, seen.refreshes - seen.escalations)).toBeGreaterThan(0);
});

test('labels of measures that belong together are told apart for all of them or for none', () => {
  const { max = 0 } = LABEL_GROUPS.find(({ measures }) => measures.includes(BY_STAGE)) ?? {};
  const stages = Array.from({ length: max + 3 }, (_, n) => `stage ${String(n).padStart(3, '0')}`);
  const facts = stages.map((stage, n) => ({
    stateDay: FIRST_STATE_DAY,
    amounts: { [n % 2 === 0 ? STAGE_MEASURES.open : STAGE_MEASURES.declined]: 1, [STAGE_MEASURES.requestedCents]: 10 },
    by: { stage },
  }));
  const read = readPipelineStages(countedAnew(facts).stageSums, []);
  expect(read.stages.map(({ stage }) => stage)).toEqual(stages.slice(0, max));
  expect(read.stages.every(({ requestedAmountCents }) => requestedAmountCents === 10)).toBe(true);
  expect(read.otherStages).toMatchObject({ applications: 3, requestedAmountCents: 30 });
});
