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
    { readModel: 'companies', id: { kind: 'company', companyId: 'company-1' } },
  ];
  expect([...changedLocations(changed)]).toEqual(['loc-1', 'loc-2', 'loc-3']);
});

test('a location whose refresh fails is told of and does not keep the others waiting', async () => {
  const dirty = ['loc-1', 'loc-2', 'loc-3'];
  const asked: string[] = [];
  const troubles: (string | null)[] = [];
  const { sweep } = createDashboardWork({
    store: {
      backlog: async () => ({ documents: dirty.length, dirtySince: 1 }),
      dirtyLocations: async () => dirty,
      async loadWindow(locationId: string) {
        asked.push(locationId);
        if (locationId === 'loc-2') throw new RetryableError('mongodb_unavailable', 'away');
        return null;
      },
      dirtyDocuments: async () => [],
    } as never,
    isDue: () => true,
    pauseBeforeRound: async () => undefined,
    quiet: async () => undefined,
    sweepMs: 1,
    metrics: createMetrics(),
    partitionHealth: { setPart: (_, trouble) => void troubles.push(trouble) },
    logger: { warn: () => undefined, error: () => undefined } as never,
    clock: () => 0,
  });
  await sweep();
  expect([asked, troubles]).toEqual([dirty, ['mongodb_unavailable']]);
});

test('what nobody reads and changes on is neither refreshed nor looked for, until it is due', async () => {
  const asked: string[] = [];
  let isDue = false;
  const answer = (name: string, value: unknown) => async () => {
    asked.push(name);
    return value as never;
  };
  const { refresh, sweep } = createDashboardWork({
    store: {
      backlog: answer('backlog', { documents: 1, dirtySince: 1 }),
      dirtyLocations: answer('locations', ['loc-1']),
      loadWindow: answer('window', null),
      dirtyDocuments: answer('documents', []),
    } as never,
    isDue: () => isDue,
    pauseBeforeRound: async () => undefined,
    quiet: async () => undefined,
    sweepMs: 1,
    metrics: createMetrics(),
    partitionHealth: { setPart: () => undefined },
    logger: { warn: () => undefined, error: () => undefined } as never,
    clock: () => 0,
  });
  await refresh('loc-1');
  await sweep();
  expect(asked).toEqual([]);
  isDue = true;
  await sweep();
  expect(asked).toEqual(['backlog', 'locations', 'window', 'documents', 'backlog']);
});
