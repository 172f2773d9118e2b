import { expect, it } from 'vitest';
import { createCompanyShares } from '../company-shares.ts';
import type { CheckpointPosition } from './freshness-store.ts';
import { testContext } from '../testing/test-context.ts';
import { PositionWaits, type WaitOutcome } from './position-waits.ts';

const OFFSET = 5;

/** What a wait for offset 5 meets: each look gets the next of `looks`, or the last of them, and takes half a second. */
async function outcomeOf(looks: readonly (Partial<CheckpointPosition> | Error)[]) {
  let looked = 0;
  const context = testContext({}, () => looked * 500);
  const shares = createCompanyShares(context);
  const waits = new PositionWaits({
    ...context,
    freshnessStore: {
      progress: () => Promise.reject(new Error('not asked')),
      async checkpoints([id = '']) {
        const look = looks[Math.min(looked, looks.length - 1)] ?? {};
        looked += 1;
        if (look instanceof Error) throw look;
        return new Map([[id, { nextOffset: OFFSET, asOf: 0, readAt: 100, ...look }]]);
      },
      deadLetters: async () => new Map(),
    },
    asOf: { logs: async () => [{ _id: 'crm', topic: 'crm.v1', partitions: 1 }] },
    readModels: { generation: async () => 1 },
    dashboards: { uncountedSince: async () => null },
    shares,
  });
  const answer = await waits
    .wait({
      reads: ['deals'],
      positions: [{ topic: 'crm.v1', partition: 0, offset: OFFSET }],
      caller: { locationId: null, companyId: null },
      bucket: 'company:a',
      signal: new AbortController().signal,
    })
    .then(
      (statuses) => statuses.join(),
      (error: { status?: number; message: string }) => error.status ?? error.message,
    );
  expect(shares.waits.total()).toBe(0);
  const { values } = await context.metrics.positionWaits.get();
  const outcomes = values.map(({ labels }) => labels.outcome);
  return { answer, outcomes, looked };
}

it.each<[string, readonly (Partial<CheckpointPosition> | Error)[], string | number, WaitOutcome, looked: number]>([
  ['is passed later', [{}, { nextOffset: OFFSET + 1 }], 'passed', 'reached', 2],
  ['is not passed', [{}], 500, 'late', 10],
  ['is beyond an end that is seen during the wait', [{ endAsOf: 90 }, { endAsOf: 101 }], 400, 'beyond_end', 2],
  ['may be beyond an end that was seen before', [{ endAsOf: 90 }, { endAsOf: 100, readAt: 2_000 }], 500, 'late', 10],
  ['may be beyond an end that a wrong clock claimed before', [{ endAsOf: 3_000 }], 500, 'late', 10],
  ['is not known, because MongoDB is away', [{}, new Error('away')], 'away', 'failed', 2],
])('a position that %s', async (_, looks, answer, outcome, looked) => {
  expect(await outcomeOf(looks)).toEqual({ answer, outcomes: [outcome], looked });
});
