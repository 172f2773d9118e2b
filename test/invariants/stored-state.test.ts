import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import type { Stored } from '@fundlens/projection/testing/stored-documents';
import { planRecount, refreshWindow } from '@fundlens/dashboards/refresh-window';
import { checkpointId } from '@fundlens/read-models/checkpoint';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { factsIn } from '@fundlens/read-models/dashboards/fact';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { collectionName } from '@fundlens/read-models/definition';
import { localDay } from '@fundlens/read-models/dashboards/local-day';
import { makeSlot } from '@fundlens/read-models/slot';
import { contactChanged, dealChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { expect, it } from 'vitest';
import { tooFresh } from './checkpoint-checks.ts';
import { wentBack } from './document-checks.ts';
import { appliedEvents, type PublishedRecord } from './published-record.ts';
import { type StoredState, violations } from './stored-state.ts';

/** A check that cannot fail proves nothing: each is shown a right state, and one that is wrong in one thing. */

const topicPartition = { topic: 'crm', partition: 0 };
const applied = (offset: number, event: Parameters<typeof assumeRedacted>[0]): PublishedRecord => ({
  ...topicPartition,
  offset,
  appendedAt: 1_000 + offset,
  expected: { kind: 'applied', event: assumeRedacted(event) },
});

const published: readonly PublishedRecord[] = [
  applied(0, contactChanged({ firstName: 'Ada' })),
  applied(1, contactChanged({ firstName: 'Eve', meta: { version: 2 } })),
  applied(2, dealChanged({ createdAt: USUAL_INSTANT })),
  { ...topicPartition, offset: 3, appendedAt: 1_003, expected: { kind: 'dead_letter', reason: 'undecodable' } },
];
const events = appliedEvents(published);
const deadLetter = { _id: 'crm:0:3', reason: 'undecodable' } as DeadLetter;
const contact = 'contacts/loc-1:contact-1';

function rightState(): StoredState {
  const reference = referenceFold(events);
  const documents = new Map(
    [...reference].map(([key, document]): [string, Stored] => [key, { ...document, revision: 1 }]),
  );
  const facts = [...reference.values()].flatMap(({ views }) => factsIn(views.get('facts') ?? null));
  const recount = planRecount(null, { dirtyDays: [], timeZone: 'UTC', today: localDay(USUAL_INSTANT, 'UTC') });
  const window = refreshWindow(null, recount, facts);
  const place = { generation: 1, ...topicPartition };
  return {
    documents,
    checkpoints: [{ _id: checkpointId(place), ...place, nextOffset: 4, asOf: 1_003 }],
    deadLetters: [deadLetter],
    windows: new Map(window === null ? [] : [['loc-1', window]]),
  };
}

const right = rightState();
const wrongIn = (changes: Partial<StoredState>, windowsAtRest = true) =>
  violations({ ...right, ...changes }, published, { windowsAtRest });

function withDocument(key: string, change: (document: Stored) => Stored | null): StoredState {
  const documents = new Map(right.documents);
  const changed = change(documents.get(key) as Stored);
  documents.delete(key);
  if (changed !== null) documents.set(key, changed);
  return { ...right, documents };
}

it('has nothing to say of a state that is as it must be', () => {
  expect(right.documents.has(contact)).toBe(true);
  expect(wrongIn({})).toEqual([]);
});

it('says that a document is missing, and that checkpoints have passed it', () => {
  const lines = wrongIn(withDocument(contact, () => null));
  expect(lines).toContain(`${contact}: is missing`);
  expect(lines).toContain(`crm:0:1 is not in ${collectionName(contacts.name, 1)}/loc-1:contact-1`);
});

it('says that a document holds an earlier state, or what was never published', () => {
  const older = referenceFold(events.slice(0, 1)).get(contact);
  expect(wrongIn(withDocument(contact, (document) => ({ ...document, ...older })))).toContain(
    `${contact}: slot contact differs`,
  );
  const foreign = new Map([...right.documents, ['contacts/loc-1:other', right.documents.get(contact) as Stored]]);
  expect(wrongIn({ documents: foreign })).toContain('contacts/loc-1:other: should not exist');
});

it('says that something was applied twice', () => {
  expect(wrongIn(withDocument(contact, (document) => ({ ...document, revision: 2 })))).toEqual([]);
  expect(wrongIn(withDocument(contact, (document) => ({ ...document, revision: 3 })))).toEqual([
    `${contact}: 3 revisions of 2 published states`,
  ]);
});

it.each([
  ['is missing', [], '3: missing instead of undecodable'],
  ['has another reason', [{ ...deadLetter, reason: 'other' }], '3: other instead of undecodable'],
  ['is of a good record', [deadLetter, { ...deadLetter, _id: 'crm:0:0' }], '0: undecodable instead of none'],
] as [string, DeadLetter[], string][])('says that a dead letter %s', (_, deadLetters, line) => {
  expect(wrongIn({ deadLetters })).toContain(`dead letter crm:0:${line}`);
});

it('says that a window differs from a count, is in another zone, or is not there', () => {
  const [window] = right.windows.values();
  if (window === undefined) throw new Error('there is one window');
  const empty = refreshWindow(
    null,
    { ...planRecount(null, { dirtyDays: [], timeZone: 'UTC', today: 0 }), firstDay: window.firstDay },
    [],
  );
  for (const wrong of [{ sums: empty?.sums ?? Buffer.alloc(0) }, { stageSums: Buffer.alloc(0) }]) {
    expect(wrongIn({ windows: new Map([['loc-1', { ...window, ...wrong }]]) })).toEqual([
      'the window of loc-1 differs from a count',
    ]);
  }
  expect(wrongIn({ windows: new Map([['loc-1', { ...window, timeZone: 'Asia/Kathmandu' }]]) })).toEqual([
    'the window of loc-1 is in Asia/Kathmandu',
  ]);
  expect(wrongIn({ windows: new Map() })).toEqual(['loc-1 has facts and no window document']);
  expect(wrongIn({ windows: new Map() }, false)).toEqual([]);
});

it('says that one write goes back, says nothing new, or leaves out a revision', () => {
  const slot = (version: number) => makeSlot({ epoch: 0, version, occurredAt: 0, eventId: 'e' }, version);
  const state = (revision: number, ...versions: number[]) => ({
    revision,
    slots: new Map(versions.map((version, index) => [`${index}`, slot(version)])),
  });
  expect([
    wentBack(undefined, state(1, 1)),
    wentBack(state(1, 1), state(2, 2)),
    wentBack(state(1, 1), state(2, 1, 1)),
  ]).toEqual([[], [], []]);
  expect(wentBack(state(1, 1), state(1, 1))).toEqual([]);
  expect(wentBack(undefined, state(2, 1))).not.toEqual([]);
  expect(wentBack(state(1, 2), state(2, 1))).toEqual(['slot 0 went back']);
  expect(wentBack(state(1, 1, 1), state(2, 2))).toEqual(['slot 1 is gone']);
  expect(wentBack(state(1, 1), state(2, 1))).toEqual(['it was written again with nothing new']);
  expect(wentBack(state(1, 1), state(1, 2))).toEqual(['it changed without a new revision']);
  expect(wentBack(state(1, 1), state(3, 2))).toEqual(['the revision went from 1 to 3']);
});

it('says that a checkpoint claims a time at which it missed something', () => {
  const [checkpoint] = right.checkpoints;
  if (checkpoint === undefined) throw new Error('there is a checkpoint');
  const at = (nextOffset: number, asOf: number) => tooFresh({ ...checkpoint, nextOffset, asOf }, published);
  expect([at(2, 1_001), at(2, 1_002), at(4, 9_999)]).toEqual([[], [], []]);
  expect(at(2, 1_003)).toHaveLength(1);
});
