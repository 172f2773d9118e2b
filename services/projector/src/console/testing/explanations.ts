import type { ExplainedRecord, Explanation } from '@fundlens/projection/explain/explanation';
import { NOW } from './console-views.ts';

export function explainedRecord(changes: Partial<ExplainedRecord> = {}): ExplainedRecord {
  return {
    ...{ topic: 'crm.changes.v1', partition: 3, offset: 81_200, appendedAt: NOW - 60_000, key: 'contact:loc-1:c-1' },
    ...{ eventType: 'ContactChanged', eventId: '3f2b8c1e-4a5d-4e6f-8a7b-c123456789de' },
    ...{ version: { epoch: 0, version: 4, occurredAt: NOW - 61_000 }, deletes: false },
    ...{ outcome: 'shown', wasApplied: true, by: null, invalid: null, deadLetter: null },
    slots: [{ document: 'contacts/loc-1:c-1', slot: 'contact', outcome: 'shown' }],
    ...{ visible: { notBefore: NOW - 60_000, notAfter: null }, isAsked: false },
    ...changes,
  };
}

const NEVER = { notBefore: null, notAfter: null };

/** A contact that was applied once and sent again. */
export function explanation(changes: Partial<Explanation> = {}): Explanation {
  const shown = explainedRecord();
  const { topic, partition, offset } = shown;
  const by = { topic, partition, offset, epoch: 0, version: 4 };
  const again = explainedRecord({ offset: offset + 7, outcome: 'duplicate', wasApplied: false, by, visible: NEVER });
  const routes = ['/api/v1/contacts/c-1?locationId=loc-1', '/api/v1/contacts?locationId=loc-1'];
  return {
    ...{
      question: 'contact:loc-1:c-1',
      found: true,
      records: [again, shown],
      waiting: [],
      erasedAt: null,
      undecided: [],
    },
    documents: [
      {
        ...{ model: 'contacts', key: 'loc-1:c-1', revision: 2 },
        slots: [
          {
            ...{ slot: 'contact', epoch: 0, version: 4, eventId: shown.eventId ?? '', occurredAt: NOW - 61_000 },
            ...{ changedAt: NOW - 60_000, state: 'live' },
          },
        ],
        views: [{ name: 'contact', shows: true, routes }],
      },
    ],
    searched: {
      records: 12,
      since: NOW,
      isComplete: true,
      ranges: [{ topic, partition, from: offset, end: offset + 12, bound: 'known' }],
    },
    notes: ['The limit of time ended the reading of crm.changes.v1:4 at offset 7.'],
    ...changes,
  };
}
