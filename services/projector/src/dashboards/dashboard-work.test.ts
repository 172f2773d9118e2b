import type { ChangedDocument } from '@fundlens/projection/writer/document-writer';
import { expect, test } from 'vitest';
import { changedLocations } from './dashboard-work.ts';

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
