import { setImmediate } from 'node:timers/promises';
import type { EventType } from '@fundlens/contracts/event-types';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { collectionName } from '@fundlens/read-models/definition';
import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { applicantChanged, contactChanged, creditReportStored } from '@fundlens/testing/event-builders';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { NO_ERASURES } from '../erasures/testing/no-erasures.ts';
import { type EventChanges, changesOf } from '../fold/fold.ts';
import type { Projection } from '../projections/projection.ts';
import { projections } from '../projections/projections.ts';
import type { DocumentStore } from './document-store.ts';
import { createDocumentWriter, MAX_ROUNDS } from './document-writer.ts';
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

/** A writer with a cache over documents in memory, and one beside it. */
function writing(wrap: (store: DocumentStore) => DocumentStore = (store) => store) {
  const documents = new MemoryDocuments();
  const cache = createSlotCache();
  const common = { generation: () => 1, erasures: NO_ERASURES, pauseBeforeRound: async () => undefined };
  const { write } = createDocumentWriter({ ...common, store: wrap(documents.store()), cache });
  const { write: others } = createDocumentWriter({ ...common, store: documents.store() });
  return { documents, cache, write, others };
}

it('does not write what it merged when the connection is lost after the load: the database may have been restored', async () => {
  let onLoaded = () => {};
  const { documents, cache, write, others } = writing((store) => ({
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
  expect(documents.images.get(`${CONTACTS}/${KEY}`)?.slots.contact?.version).toBe(1);
  onLoaded = () => {};
  await write(changes([contact(2)]));
  expect(documents.images.get(`${CONTACTS}/${KEY}`)?.slots.contact?.version).toBe(2);
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

it('writes one portion at a time after a write that failed, and more again as they succeed', async () => {
  let [inFlight, most, fails] = [0, 0, false];
  const { write } = writing((store) => ({
    ...store,
    async swap(collection, swaps) {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await setImmediate();
      inFlight -= 1;
      if (fails) throw new RetryableError('mongodb_unavailable', 'too slow');
      return await store.swap(collection, swaps);
    },
  }));
  let version = 0;
  const writeNext = async () => {
    [most, version] = [0, version + 1];
    const many = Array.from({ length: 1_000 }, (_, index) =>
      contactChanged({ contactId: `contact-${index}`, meta: { version } }),
    );
    await write(changes(many));
  };
  const mostOfNext = async () => {
    await writeNext();
    return most;
  };
  expect(await mostOfNext()).toBe(4);
  fails = true;
  await expect(writeNext()).rejects.toMatchObject({ code: 'mongodb_unavailable' });
  fails = false;
  const after = [await mostOfNext(), await mostOfNext(), await mostOfNext(), await mostOfNext()];
  expect(after).toEqual([1, 2, 3, 4]);
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
            return Buffer.from(JSON.stringify([...slots.keys()]));
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

  expect([...result.rejected].map(([event, { code }]) => [events.indexOf(event), code])).toEqual([
    [1, 'document_too_large'],
    [3, 'document_too_large'],
  ]);
  for (const { readModel } of both) {
    const stored = documents.images.get(`${collectionName(readModel.name, 1)}/loc-1:all`);
    expect(Object.keys(stored?.slots ?? {}).sort()).toEqual(['contact:a', 'contact:c']);
  }
});
