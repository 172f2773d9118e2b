import type { EventType } from '@fundlens/contracts/event-types';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { collectionName } from '@fundlens/read-models/definition';
import { InvalidError } from '@fundlens/runtime/errors';
import { applicantChanged, contactChanged, creditReportStored, dealChanged } from '@fundlens/testing/event-builders';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { NO_ERASURES } from '../erasures/testing/no-erasures.ts';
import { changesOf } from '../fold/fold.ts';
import type { Projection } from '../projections/projection.ts';
import { projections } from '../projections/projections.ts';
import type { DocumentStore } from './document-store.ts';
import { createDocumentWriter, MAX_ROUNDS } from './document-writer.ts';
import type { EventChanges } from './event-changes.ts';
import { createSlotCache } from './slot-cache.ts';
import { MemoryDocuments } from './testing/memory-documents.ts';

const CONTACTS = collectionName(contacts.name, 1);
const KEY = 'loc-1:contact-1';

function changes(events: readonly Typed<EventType>[], appendedAt = 1_000, using = projections): EventChanges[] {
  return events.map((event) => ({
    appendedAt,
    documents: changesOf(using, assumeRedacted(event), 0),
    subject: null,
  }));
}

const contact = (version: number) => contactChanged({ meta: { version }, firstName: `name ${version}` });

/** A writer with a cache over documents in memory, and how often it asked for something. */
function writing(wrap: (store: DocumentStore) => DocumentStore = (store) => store) {
  const documents = new MemoryDocuments();
  const cache = createSlotCache();
  const asked = { loads: 0, swaps: 0 };
  const store = wrap(documents.store());
  const write = createDocumentWriter({
    generation: () => 1,
    store: {
      load(collection, keys) {
        asked.loads += 1;
        return store.load(collection, keys);
      },
      swap(collection, swaps) {
        asked.swaps += 1;
        return store.swap(collection, swaps);
      },
    },
    cache,
    erasures: NO_ERASURES,
    pauseBeforeRound: async () => undefined,
  });
  const others = createDocumentWriter({
    generation: () => 1,
    store: documents.store(),
    erasures: NO_ERASURES,
    pauseBeforeRound: async () => undefined,
  });
  return { documents, cache, asked, write, others };
}

it('remembers what was acknowledged, and loads it no more', async () => {
  const { documents, asked, write } = writing();
  await write(changes([contact(1)]));
  expect(asked).toEqual({ loads: 1, swaps: 1 });
  const second = await write(changes([contact(2), applicantChanged()]));
  expect([second.documentsWritten, asked.loads]).toEqual([1, 1]);
  // Nothing new: neither a load nor a swap.
  expect((await write(changes([contact(1), contact(2)]))).documentsWritten).toBe(0);
  expect(asked).toEqual({ loads: 1, swaps: 2 });
  expect(documents.images.get(`${CONTACTS}/${KEY}`)?.revision).toBe(2);
});

it('does not write what it merged when the connection is lost after the load: the database may have been restored', async () => {
  let onLoaded = () => {};
  const { documents, cache, asked, write, others } = writing((store) => ({
    ...store,
    async load(collection, keys) {
      const loaded = await store.load(collection, keys);
      onLoaded();
      return loaded;
    },
  }));
  await others(changes([contact(1)]));
  onLoaded = () => cache.clear();
  await expect(write(changes([contact(2)]))).rejects.toMatchObject({ kind: 'retryable', code: 'mongodb_unavailable' });
  expect(asked.swaps).toBe(0);
  onLoaded = () => {};
  await write(changes([contact(2)]));
  expect(documents.images.get(`${CONTACTS}/${KEY}`)?.slots.contact?.version).toBe(2);
});

it('writes each document once, whatever many events say of it', async () => {
  const { asked, write } = writing();
  const events = Array.from({ length: 50 }, (_, n) => contact(n + 1));
  const result = await write(changes([...events, dealChanged(), applicantChanged()]));
  expect([result.documentsWritten, asked.loads, asked.swaps]).toEqual([2, 2, 2]);
});

it('names the documents that have something in their outbox now, and since when', async () => {
  const { documents, write } = writing();
  const first = await write([
    ...changes([creditReportStored(), contact(1)], 7_000),
    ...changes([applicantChanged()], 5_000),
  ]);
  expect(first.changed.map(({ readModel, id }) => [readModel, id])).toEqual([
    ['contacts', { kind: 'location-entity', locationId: 'loc-1', entityId: 'contact-1' }],
  ]);
  expect(documents.outboxes(CONTACTS, KEY).map(({ dirtySince }) => dirtySince)).toEqual([5_000]);
  // A change that no dashboard shows.
  const second = await write(changes([contact(2)], 9_000));
  expect([second.documentsWritten, second.changed]).toEqual([1, []]);
  expect(documents.outboxes(CONTACTS, KEY)).toHaveLength(1);
});

it('lets others run between documents, and says after each step that it is alive', async () => {
  const documents = new MemoryDocuments();
  let yields = 0;
  let steps = 0;
  const write = createDocumentWriter({
    generation: () => 1,
    store: documents.store(),
    erasures: NO_ERASURES,
    pauseBeforeRound: async () => undefined,
    async yieldToEventLoop() {
      yields += 1;
    },
  });
  const events = Array.from({ length: 500 }, (_, n) => contactChanged({ contactId: `c-${n}` }));
  await write(changes(events), async () => {
    steps += 1;
  });
  expect(documents.images.size).toBe(500);
  expect(yields).toBeGreaterThanOrEqual(3);
  expect(steps).toBeGreaterThanOrEqual(3);
});

it('asks for a later retry when another writer is faster in every round', async () => {
  let version = 0;
  const { write, others } = writing((store) => ({
    ...store,
    async load(collection, keys) {
      const loaded = await store.load(collection, keys);
      version += 1;
      await others(changes([contact(version + 1)]));
      return loaded;
    },
  }));
  await expect(write(changes([contact(1_000)]))).rejects.toMatchObject({ kind: 'retryable', code: 'swaps_lost' });
  expect(version).toBe(MAX_ROUNDS);
});

it('rejects exactly the events with which a document would not fit, in all documents, and lands the others', async () => {
  // The same events feed both models; only in one of them there is a limit.
  const model = (name: 'contacts' | 'deals', limit: number): Projection => ({
    readModel: {
      name,
      viewsVersion: 1,
      streams: ['crm'],
      views: [
        {
          name: 'names',
          reads: ['contact'],
          body: z.array(z.string()),
          render({ slots }) {
            const total = [...slots.values()].reduce((sum, { value }) => sum + String(value).length, 0);
            if (total > limit) throw new InvalidError('document_too_large', 'too much');
            return JSON.stringify([...slots.keys()]);
          },
        },
      ],
      indexes: [],
    },
    on: {
      ContactChanged: (event) => ({
        documentId: { kind: 'location-entity', locationId: event.meta.locationId ?? '', entityId: 'all' },
        slot: `contact:${event.contactId}`,
        version: event.meta,
        value: event.firstName,
      }),
    },
  });
  const both = [model('contacts', 10), model('deals', 1_000)];
  const named = (contactId: string, firstName: string) => contactChanged({ contactId, firstName });
  const { documents, write } = writing();
  const events = changes(
    [named('a', 'four'), named('b', 'much too long for ten'), named('c', 'four'), named('d', 'three')],
    0,
    both,
  );
  const result = await write(events);

  expect(result.rejected.map(({ event, error }) => [events.indexOf(event), error.code])).toEqual([
    [1, 'document_too_large'],
    [3, 'document_too_large'],
  ]);
  for (const { readModel } of both) {
    const stored = documents.images.get(`${collectionName(readModel.name, 1)}/loc-1:all`);
    expect(Object.keys(stored?.slots ?? {}).sort()).toEqual(['contact:a', 'contact:c']);
  }
});
