import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { expect, it } from 'vitest';
import { explanationOf, type ExplanationParts } from './explanation-parts.ts';
import { outcomeText, verdictText } from './explanation-text.ts';

const entity = { entity: 'contact', scope: 'loc-1', ids: ['c-1'] };

function deadLetter(changes: Partial<DeadLetter>): DeadLetter {
  return {
    ...{ _id: 'crm:0:7', stream: 'crm', topic: 'crm', partition: 0, offset: 7, keyHash: null, reason: 'instant_ahead' },
    ...{ rule: 'must not be ahead', field: null, eventType: 'ContactChanged', eventId: 'e', entity, payload: null },
    ...{ occurredAt: null, receivedAt: 1_000, status: 'open', attempts: 1, lastAttemptAt: 1_000 },
    ...changes,
  };
}

function parts(deadLetters: readonly DeadLetter[], changes: Partial<ExplanationParts> = {}): ExplanationParts {
  const state: ExplanationParts['state'] = {
    ...{ readAt: 0, topics: ['crm'], entities: [entity], documents: [], erasures: [], withoutKey: 2 },
    ...{ partitionStates: [], nextOffset: () => 9, deadLetters },
  };
  return {
    ...{ question: { kind: 'entities', text: 'contact:loc-1:c-1', patterns: [entity] }, state },
    deadLetters: new Map(deadLetters.map((found) => [found._id, found])),
    ...{ outcomes: [], scanned: [], search: null, since: 0, undecided: [], missing: 0, read: 0 },
    bounds: async () => ({ partitions: new Map() }),
    ...changes,
  };
}

it('shows a dead letter also when the log has lost its record, and says so of one that was replayed', async () => {
  const lost = await explanationOf(
    parts([deadLetter({}), deadLetter({ _id: 'crm:0:3', offset: 3, status: 'replayed' })]),
  );
  expect(lost.records).toMatchObject([{ offset: 7, outcome: 'dead_letter', key: 'contact:loc-1:c-1', version: null }]);
  expect(lost.records.map((record) => outcomeText(record, lost))).toEqual([
    'dead letter, open: instant_ahead (must not be ahead)',
  ]);
  expect(lost.notes.join()).toContain('The records of 1 replayed dead letters were not read');
});

it('says of what it has not found whether all was read, and which dead letters could be it', async () => {
  const never = await explanationOf(parts([]));
  expect([never.found, verdictText(never)]).toEqual([false, expect.stringContaining('Never seen')]);
  expect(never.notes.join()).toContain('2 open dead letters have no key that may be shown');
  const range = { topic: 'crm', partition: 0, from: 5, end: 9 };
  const cut = await explanationOf(parts([], { scanned: [{ ...range, bound: 'records' }] }));
  expect(verdictText(cut)).toBe('Not seen so far: a limit ended the reading.');
  const question = { kind: 'event', text: 'event e', eventId: 'e' } as const;
  const search = { found: null, records: 4, scanned: [{ ...range, bound: 'since' as const }] };
  const older = await explanationOf(parts([], { question, search }));
  expect(verdictText(older)).toContain('Not seen since 1970-01-01T00:00:00.000Z');
});

it('says that records cannot be read yet which may be about it, and calls nothing the last or unseen', async () => {
  const undecided = [{ topic: 'crm', partition: 3, records: 2 }];
  const unseen = await explanationOf(parts([], { undecided }));
  expect(verdictText(unseen)).toBe('Not seen so far: some records cannot be read yet.');
  expect(unseen.notes.join()).toContain('crm:3: 2 records wait for the end of a transaction');
});
