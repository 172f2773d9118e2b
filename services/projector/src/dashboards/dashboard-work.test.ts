import type { ChangedDocument } from '@fundlens/projection/writer/document-writer';
import { RetryableError } from '@fundlens/runtime/errors';
import { expect, test, vi } from 'vitest';
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

test('a location whose refresh fails is told of and does not keep the others waiting', async () => {
  const dirty = ['loc-1', 'loc-2', 'loc-3'];
  const asked: string[] = [];
  const troubles: (string | null)[] = [];
  const { sweep } = createDashboardWork({
    store: {
      dirtyLocations: async () => dirty,
      async loadWindow(locationId: string) {
        asked.push(locationId);
        if (locationId === 'loc-2') throw new RetryableError('mongodb_unavailable', 'away');
        return null;
      },
      dirtyDocuments: async () => [],
    } as never,
    isRead: () => true,
    lag: () => 0,
    pauseBeforeRound: async () => undefined,
    sweepMs: 1,
    metrics: createMetrics(),
    partitionHealth: { setPart: (_, trouble) => void troubles.push(trouble) },
    logger: { warn: () => undefined, error: () => undefined } as never,
    clock: () => 0,
  });
  await sweep();
  expect([asked, troubles]).toEqual([dirty, ['mongodb_unavailable']]);
});

test('dashboards wait for the end of a backlog: those that nobody reads yet however long it is, others a minute', async () => {
  let isRead = false;
  let lag: number | null = null;
  let now = 0;
  const recounted = vi.fn(async () => null);
  const { refresh, sweep } = createDashboardWork({
    store: {
      dirtyLocations: async () => ['loc-1'],
      loadWindow: recounted,
      dirtyDocuments: async () => [],
    } as never,
    isRead: () => isRead,
    lag: () => lag,
    pauseBeforeRound: async () => undefined,
    sweepMs: 1,
    metrics: createMetrics(),
    partitionHealth: { setPart: () => undefined },
    logger: { warn: () => undefined, error: () => undefined } as never,
    clock: () => now,
  });
  const recounts = async () => {
    recounted.mockClear();
    await refresh('loc-1');
    await sweep();
    return recounted.mock.calls.length;
  };
  expect(await recounts()).toBe(0);
  lag = 100_000;
  now = 60_000;
  expect(await recounts()).toBe(0);
  isRead = true;
  expect(await recounts()).toBe(1);
  now = 119_999;
  expect(await recounts()).toBe(0);
  for (lag of [10, null]) expect(await recounts()).toBe(2);
});
