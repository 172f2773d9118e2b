import { QUOTA_DAYS } from '@fundlens/read-models/quota-day';
import { createFixtures, type Fixtures } from '@fundlens/query/testing/read-model-fixtures';
import { ensureDeadLetters } from '@fundlens/read-models/dead-letter';
import { readModels } from '@fundlens/read-models/definitions';
import { ensureReadModels } from '@fundlens/read-models/store';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ApiAnswer } from '../harness/api-client.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';

const REQUESTS = 1_500;
const WINDOW = 500;

let system: TestSystem;
let fixtures: Fixtures;
let services: QueryService[];

beforeAll(async () => {
  system = await createTestSystem({ name: 'limits', stack: inject('stack') });
  await ensureReadModels(system.db, readModels, { standInIndexes: system.stack.mongodbStandIn });
  await ensureDeadLetters(system.db);
  fixtures = createFixtures(system.db);
  await fixtures.heartbeat();
  services = await Promise.all([system.startQuery(), system.startQuery()]);
});
afterAll(() => system.stop());

/** A company with one location that has not been queried today. */
async function freshCompany(companyId: string, dailyQuota: number | null = null): Promise<void> {
  await fixtures.company(companyId, { dailyQuota });
  await fixtures.location(`${companyId}-location`, companyId);
}

function key(companyId: string, limits: { windowLimit: number }): Promise<string> {
  return fixtures.credential({
    reach: 'location',
    companyId,
    pinnedLocationId: `${companyId}-location`,
    ...limits,
  });
}

/** All at once, in turn to one process and the other. */
function burst(tokens: readonly string[], count: number): Promise<ApiAnswer[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const service = services[index % services.length];
      if (service === undefined) throw new TypeError('no service runs');
      return service.get({ target: '/deals', token: tokens[index % tokens.length] });
    }),
  );
}

function counts(answers: readonly ApiAnswer[]): Record<number, number> {
  const found: Record<number, number> = {};
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1;
  return found;
}

function spentOf(companyId: string, wanted: number): Promise<true> {
  const id = `company:${companyId}:${new Date().toISOString().slice(0, 10)}`;
  return eventually(
    async () =>
      (await system.db.collection<{ _id: string; spent: number }>(QUOTA_DAYS).findOne({ _id: id }))?.spent === wanted ||
      null,
    { what: `${wanted} requests spent` },
  );
}

describe('two query processes', () => {
  it(`admit exactly ${WINDOW} of ${REQUESTS} parallel requests, and the refused ones spend nothing`, async () => {
    await freshCompany('window');
    const token = await key('window', { windowLimit: WINDOW });
    const answers = await burst([token], REQUESTS);
    expect(counts(answers)).toEqual({ 200: WINDOW, 429: REQUESTS - WINDOW });
    for (const { status, headers } of answers) {
      expect(headers.get('x-ratelimit-limit')).toBe(String(WINDOW));
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    // Each admitted request saw a number of its own.
    const left = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => headers.get('x-ratelimit-remaining'));
    expect(new Set(left).size).toBe(WINDOW);
    await spentOf('window', WINDOW);
  });

  it('admit exactly the quota of a company over several credentials, and the refused ones spend nothing', async () => {
    await freshCompany('quota', 300);
    const tokens = await Promise.all([1, 2, 3].map(() => key('quota', { windowLimit: 1_000 })));
    expect(counts(await burst(tokens, 900))).toEqual({ 200: 300, 429: 600 });
    await spentOf('quota', 300);
    const spentOfWindows = await Promise.all(
      tokens.map(async (token) => {
        const answer = await services[0]?.get({ target: '/deals', token });
        return 1_000 - Number(/"window";r=(\d+)/.exec(answer?.headers.get('ratelimit') ?? '')?.[1]);
      }),
    );
    expect(spentOfWindows.reduce((sum, spent) => sum + spent, 0)).toBe(300);
  });
});
