import { contacts } from '@fundlens/read-models/contacts/contacts';
import { collectionName } from '@fundlens/read-models/definition';
import { ERASURES, isErased, markOf } from '@fundlens/read-models/erasure';
import { contactChanged } from '@fundlens/testing/event-builders';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { afterAll, describe, expect, it } from 'vitest';
import { type EventChanges, changesOf } from '../fold/fold.ts';
import { contacts as contactsProjection } from '../projections/projections.ts';
import { fingerprintOf } from '../generations/fingerprint.ts';
import { openScratchDatabase } from '../testing/scratch-database.ts';
import { createDocumentStore, type DocumentStore } from '../writer/document-store.ts';
import { createDocumentWriter } from '../writer/document-writer.ts';
import { createSlotCache } from '../writer/slot-cache.ts';
import { createErasureStore } from './erasure-store.ts';
import { erasedChange, type Erasures } from './erasures.ts';

const CONTACTS = collectionName(contacts.name, 1);

const scratch = await openScratchDatabase({ prepared: true });
const documents = createDocumentStore(scratch.db);
afterAll(() => scratch.close());

const keyOf = (contactId: string) => `loc-1:${contactId}`;
const subjectOf = (contactId: string) => ({ locationId: 'loc-1', contactId });
const erasureOf = (contactId: string) => ({ _id: markOf(subjectOf(contactId)), at: 1, by: 'T-1' });

function contact(contactId: string, version = 1): EventChanges[] {
  const event = assumeRedacted(contactChanged({ contactId, meta: { version } }));
  return [{ appendedAt: 0, documents: changesOf([contactsProjection], event, 0), subject: subjectOf(contactId) }];
}

/** A process that writes, with a memory of its own. `monotonic`: its clock. */
function process(store: DocumentStore = documents, monotonic: () => number = () => performance.now()) {
  const erasures = createErasureStore(scratch.db, monotonic);
  const cache = createSlotCache();
  const writer = createDocumentWriter({
    store,
    erasures,
    cache,
    generation: () => 1,
    pauseBeforeRound: async () => undefined,
  });
  const write = async (events: readonly EventChanges[]) => {
    const [written, erased] = [await writer.write(events), await writer.eraseMarked(events)];
    return written.documentsWritten + erased.documentsWritten;
  };
  return { erasures, write };
}

/** What an eraser does once the mark is set: everything that is stored of the subject is erased. */
async function eraseStored(contactId: string): Promise<void> {
  const stored = (await documents.load(CONTACTS, [keyOf(contactId)])).get(keyOf(contactId));
  if (stored === undefined) return;
  const id = { kind: 'location-entity', locationId: 'loc-1', entityId: contactId } as const;
  const changes = [...stored.slots.keys()].map((slot) => {
    return { readModel: contacts, ...erasedChange({ documentId: id, slot }) };
  });
  await process().write([{ appendedAt: 0, documents: changes, subject: null }]);
}

/** Whether each slot is erased and nothing is shown; null when there is no document. */
async function isGone(contactId: string): Promise<boolean | null> {
  const found = await scratch.db.collection<{ _id: string }>(CONTACTS).findOne({ _id: keyOf(contactId) });
  const stored = (await documents.load(CONTACTS, [keyOf(contactId)])).get(keyOf(contactId));
  if (found === null || stored === undefined) return null;
  const { views = {}, terms, listKey, known } = found as Record<string, unknown> & { views?: object };
  const isShown = Object.keys(views).length > 0 || [terms, listKey, known].some((field) => field !== undefined);
  return [...stored.slots.values()].every(isErased) && !isShown;
}

describe('marks of erasures', () => {
  const among = (store: Erasures, ...ids: string[]) =>
    store.among(ids.map((id) => markOf(subjectOf(id)))).then((found) => [...found].toSorted());

  it('are found by every process, of those that are asked for', async () => {
    const [one, other] = [process().erasures, process().erasures];
    expect(await among(one, 'm-1', 'm-2')).toEqual([]);
    await other.put(erasureOf('m-1'));
    expect(await among(one, 'm-1', 'm-2')).toEqual([markOf(subjectOf('m-1'))]);
    expect(await among(one, 'm-2')).toEqual([]);
    await one.put(erasureOf('m-2'));
    expect(await among(other, 'm-2', 'm-1')).toEqual([markOf(subjectOf('m-1')), markOf(subjectOf('m-2'))]);
  });

  it('are told from memory only as long as the question allows', async () => {
    let now = 0;
    const [one, other] = [process(documents, () => now).erasures, process().erasures];
    const mark = markOf(subjectOf('m-3'));
    expect((await one.among([mark])).size).toBe(0);
    await other.put(erasureOf('m-3'));
    expect((await one.among([mark], { maxAgeMs: 1_000 })).size).toBe(0);
    now = 1_001;
    expect([...(await one.among([mark], { maxAgeMs: 1_000 }))]).toEqual([mark]);
  });

  it('are read again in a database that was restored from a backup', async () => {
    const { erasures } = process();
    await erasures.put(erasureOf('m-6'));
    expect(await among(erasures, 'm-6', 'm-7')).toEqual([markOf(subjectOf('m-6'))]);
    await scratch.db.collection<{ _id: string }>(ERASURES).deleteOne({ _id: erasureOf('m-6')._id });
    await process().erasures.put(erasureOf('m-7'));
    erasures.forget();
    expect(await among(erasures, 'm-6', 'm-7')).toEqual([markOf(subjectOf('m-7'))]);
  });

  it('keep the first erasure of a subject on record', async () => {
    const { erasures } = process();
    await erasures.put({ ...erasureOf('m-4'), by: 'first' });
    await erasures.put({ ...erasureOf('m-4'), by: 'second' });
    const stored = scratch.db.collection<{ _id: string; by: string }>(ERASURES);
    expect((await stored.findOne({ _id: erasureOf('m-4')._id }))?.by).toBe('first');
    await Promise.all(Array.from({ length: 8 }, () => erasures.put(erasureOf('m-5'))));
    expect(await among(erasures, 'm-5')).toEqual([markOf(subjectOf('m-5'))]);
  });

  it('are pending in a generation until they are done there, and in one that was added since if they are done nowhere', async () => {
    const { erasures } = process();
    await erasures.put(erasureOf('m-8'));
    const [before, after] = [Date.now() - 60_000, Date.now() + 3_600_000];
    const fingerprint = fingerprintOf({ customFieldKeepList: new Set() });
    const pendingIn = async (number: number, addedAt: number) =>
      (await erasures.pending([{ number, addedAt, fingerprint }])).map(({ _id }) => _id);
    expect(await pendingIn(7, before)).toContain(markOf(subjectOf('m-8')));
    // Its dead letters may be there still, whichever generation is left.
    expect(await pendingIn(9, after)).toContain(markOf(subjectOf('m-8')));
    await erasures.done(markOf(subjectOf('m-8')), [7], 1);
    expect(await pendingIn(7, before)).not.toContain(markOf(subjectOf('m-8')));
    expect(await pendingIn(8, before)).toContain(markOf(subjectOf('m-8')));
    expect(await pendingIn(9, after)).not.toContain(markOf(subjectOf('m-8')));
  });
});

describe('a writer', () => {
  it('erases what it has written while the mark was set: the eraser came before the write', async () => {
    const operator = process();
    let raced = false;
    const projector = process({
      load: documents.load,
      async swap(collection, swaps) {
        if (!raced) {
          raced = true;
          await operator.erasures.put(erasureOf('r-1'));
          // Nothing is stored yet, so nothing is found.
          await eraseStored('r-1');
          expect(await isGone('r-1')).toBeNull();
        }
        return await documents.swap(collection, swaps);
      },
    });
    expect([await projector.write(contact('r-1')), raced]).toEqual([2, true]);
    expect(await isGone('r-1')).toBe(true);
  });

  it('erases nothing twice when the eraser came after the write, and before the writer has looked again', async () => {
    const operator = process();
    let raced = false;
    const projector = process({
      load: documents.load,
      async swap(collection, swaps) {
        const lost = await documents.swap(collection, swaps);
        if (!raced) {
          raced = true;
          await operator.erasures.put(erasureOf('r-2'));
          await eraseStored('r-2');
        }
        return lost;
      },
    });
    await projector.write(contact('r-2'));
    expect(await isGone('r-2')).toBe(true);
    const revision = async () => (await documents.load(CONTACTS, [keyOf('r-2')])).get(keyOf('r-2'))?.revision;
    expect(await revision()).toBe(2);
    await projector.write(contact('r-2', 3));
    expect(await revision()).toBe(2);
  });
});
