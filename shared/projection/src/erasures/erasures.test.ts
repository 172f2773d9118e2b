import { slotValue } from '@fundlens/read-models/slot';
import { STORED_REPORT } from '@fundlens/read-models/credit-reports/credit-reports';
import { creditReportStored } from '@fundlens/testing/event-builders';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { expect, it } from 'vitest';
import { changesOf, type EventChanges, foldDocument } from '../fold/fold.ts';
import { creditReports } from '../projections/projections.ts';
import { withErasures } from './erasures.ts';

const erased = new Set(['contact:loc-1:from' as const]);

function stored(contactId: string, version: number, deleted = false): EventChanges {
  const event = assumeRedacted(creditReportStored({ contactId, requestId: 'moved', meta: { version, deleted } }));
  const documents = changesOf([creditReports], event, 0);
  return withErasures({ appendedAt: 0, documents, subject: { locationId: 'loc-1', contactId } }, erased);
}

const versions = [stored('from', 1), stored('from', 2, true), stored('to', 3)];

it.each([
  ['moved to another contact', versions, 'to'],
  ['moved, and read in another order', versions.toReversed(), 'to'],
  ['not moved yet', versions.slice(0, 2), undefined],
  ['of the erased contact', versions.slice(0, 1), undefined],
])('an erasure leaves a report to the contact that it has moved to: %s', (_, events, owner) => {
  const changes = events.flatMap(({ documents }) => documents);
  const { slots = new Map() } = foldDocument(creditReports.readModel, null, changes) ?? {};
  expect(slotValue(slots, STORED_REPORT)?.contactId).toBe(owner);
});
