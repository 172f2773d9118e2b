import type { ChangedDocument } from '@fundlens/projection/writer/document-writer';
import { RetryableError } from '@fundlens/runtime/errors';
import { expect, test } from 'vitest';
import { createMetrics } from '@fundlens/projection/health/metrics';
import { changedLocations, createDashboardWork } from './dashboard-work.ts';

const entity = (locationId: string, entityId: string) => ({ kind: 'location-entity', locationId, entityId }) as const;

test('a changed contact, deal or location wakes up the dashboard of its location once, a changed report none', () => {
  const changed: ChangedDocument[] = [
    { readModel: 'contacts', id: entity('loc-1', 'contact-1') },
    { readModel: 'deals', id: entity('loc-1', 'deal-1') },
    { readModel: 'deals', id: entity('loc-2', 'deal-1') },
    { readModel: 'locations', id: { kind: 'location', locationId: 'loc-3' } },
    { readModel: 'credit_reports', id: entity('loc-4', 'request-1') },
    { readModel: 'companies', id: { kind: 'company', id: 'company-1' } },
  ];
  expect([...changedLocations(changed)]).toEqual(['loc-1', 'loc-2', 'loc-3']);
});

/** Work on these locations, of a generation that is not read while nothing is known of its lag. */
function working(dirty: readonly string[], loadWindow: (locationId: string) => Promise<null>) {
  const state: { isRead: boolean; lag: number | null; now: number } = { isRead: false, lag: null, now: 0 };
  const troubles: (string | null)[] = [];
  const work = createDashboardWork({
    store: { dirtyLocations: async () => dirty, loadWindow, dirtyDocuments: async () => [] } as never,
    isRead: () => state.isRead,
    lag: () => state.lag,
    pauseBeforeRound: async () => undefined,
    sweepMs: 1,
    metrics: createMetrics(),
    partitionHealth: { setPart: (_, trouble) => void troubles.push(trouble) },
    logger: { warn: () => undefined, error: () => undefined } as never,
    clock: () => state.now,
    sleep: async () => true,
  });
  return { ...work, state, troubles };
}

test('a location whose refresh fails is told of and does not keep the others waiting', async () => {
  const dirty = ['loc-1', 'loc-2', 'loc-3'];
  const asked: string[] = [];
  const { sweep, state, troubles } = working(dirty, async (locationId) => {
    asked.push(locationId);
    if (locationId === 'loc-2') throw new RetryableError('mongodb_unavailable', 'away');
    return null;
  });
  state.isRead = true;
  await sweep();
  expect([asked, troubles]).toEqual([dirty, ['mongodb_unavailable']]);
});

test('dashboards wait for the end of a backlog: those that nobody reads yet however long it is, others a minute', async () => {
  let recounted = 0;
  const { refresh, sweep, state } = working(['loc-1'], async () => {
    recounted += 1;
    return null;
  });
  const recounts = async () => {
    recounted = 0;
    await refresh('loc-1');
    await sweep();
    return recounted;
  };
  expect(await recounts()).toBe(0);
  Object.assign(state, { lag: 100_000, now: 60_000 });
  expect(await recounts()).toBe(0);
  state.isRead = true;
  expect(await recounts()).toBe(1);
  state.now = 119_999;
  expect(await recounts()).toBe(0);
  for (state.lag of [10, null]) expect(await recounts()).toBe(2);
});
