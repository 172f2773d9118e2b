import type { EventType } from '@fundlens/contracts/event-types';
import { InvalidError } from '@fundlens/runtime/errors';
import { contactChanged, creditReportStored } from '@fundlens/testing/event-builders';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { NO_ERASURES } from '../erasures/testing/no-erasures.ts';
import { contacts } from '../projections/projections.ts';
import { changesOf } from '../fold/fold.ts';
import type { Projection } from '../projections/projection.ts';
import { referenceFold } from '../fold/testing/reference-fold.ts';
import { projections } from '../projections/projections.ts';
import { openScratchDatabase, type ScratchDatabase } from '../testing/scratch-database.ts';
import { differences, revisions, storedDocuments } from '../testing/stored-documents.ts';
import { createDocumentStore, type DocumentStore } from './document-store.ts';
import { createDocumentWriter, MAX_ROUNDS } from './document-writer.ts';
import type { EventChanges } from './event-changes.ts';

let scratch: ScratchDatabase;
let store: DocumentStore;
beforeAll(async () => {
  scratch = await openScratchDatabase({ prepared: true });
  store = createDocumentStore(scratch.db);
});
afterAll(() => scratch.close());

const at = (locationId: string, version = 1) => ({ meta: { locationId, version } });
const noPause = async () => undefined;

function changes(events: readonly Typed<EventType>[], using: readonly Projection[] = projections): EventChanges[] {
  return events.map((event) => ({
    appendedAt: 0,
    documents: changesOf(using, assumeRedacted(event), 0),
    subject: null,
  }));
}

const ofLocation = async (locationId: string) =>
  new Map([...(await storedDocuments(scratch.db))].filter(([key]) => key.includes(`/${locationId}:`)));

it('finds the two that lost their swap among 500 operations, and redoes them', async () => {
  const write = createDocumentWriter({ erasures: NO_ERASURES, store, pauseBeforeRound: noPause, generation: () => 1 });
  const contact = (n: number, version: number) => contactChanged({ ...at('swap', version), contactId: `c-${n}` });
  const present = Array.from({ length: 250 }, (_, n) => contact(n, 1));
  await write(changes(present, [contacts]));

  // One changes a document that exists, the other makes one that does not exist yet, both between load and write.
  const foreign = [contact(17, 2), contact(333, 2)];
  let interfered = false;
  const raced: DocumentStore = {
    ...store,
    async load(collection, keys) {
      const loaded = await store.load(collection, keys);
      if (!interfered) {
        interfered = true;
        await write(changes(foreign, [contacts]));
      }
      return loaded;
    },
  };
  const ours = Array.from({ length: 500 }, (_, n) => contact(n, 3));
  const result = await createDocumentWriter({
    erasures: NO_ERASURES,
    store: raced,
    pauseBeforeRound: noPause,
    generation: () => 1,
  })(changes(ours, [contacts]));

  expect(interfered).toBe(true);
  expect(result.rejected).toEqual([]);
  // Bulk writes have 200, 200 and 100 operations. Of the updates of the first only the number of matches is known, so all
  // of them are looked at again, and the one insert of the second.
  expect(result.swapsLost).toBe(201);
  const stored = await ofLocation('swap');
  const history = [...present, ...foreign, ...ours].map((event) => assumeRedacted(event));
  expect(differences(stored, referenceFold(history, [contacts]))).toEqual([]);
  // What was not lost was written once by us; the two that were lost once more than that, on top of the foreign write.
  const found = revisions(stored);
  expect(found['contacts/swap:c-17']).toBe(3);
  expect(found['contacts/swap:c-333']).toBe(2);
  const others = Object.entries(found).filter(([key]) => !key.endsWith(':c-17') && !key.endsWith(':c-333'));
  const expected = ([key]: [string, number]) => (Number(key.split('c-')[1]) < 250 ? 2 : 1);
  expect(others.filter((other) => other[1] !== expected(other))).toEqual([]);
});

it('asks for a later retry when another writer is faster in every round', async () => {
  let version = 100;
  const write = createDocumentWriter({ erasures: NO_ERASURES, store, pauseBeforeRound: noPause, generation: () => 1 });
  const alwaysLate: DocumentStore = {
    ...store,
    async load(collection, keys) {
      const loaded = await store.load(collection, keys);
      version += 1;
      await write(changes([creditReportStored({ ...at('late', version), requestId: 'r-2' })]));
      return loaded;
    },
  };
  const late = createDocumentWriter({
    erasures: NO_ERASURES,
    store: alwaysLate,
    pauseBeforeRound: noPause,
    generation: () => 1,
  });
  await expect(late(changes([creditReportStored(at('late'))]))).rejects.toMatchObject({ code: 'swaps_lost' });
  expect(version - 100).toBeGreaterThanOrEqual(MAX_ROUNDS);
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
  const named = (contactId: string, firstName: string) => contactChanged({ ...at('fit'), contactId, firstName });
  const write = createDocumentWriter({
    erasures: NO_ERASURES,
    store,
    pauseBeforeRound: noPause,
    generation: () => 901,
  });
  const events = changes(
    [named('a', 'four'), named('b', 'much too long for ten'), named('c', 'four'), named('d', 'three')],
    both,
  );
  const result = await write(events);

  expect(result.rejected.map(({ event, error }) => [events.indexOf(event), error.code])).toEqual([
    [1, 'document_too_large'],
    [3, 'document_too_large'],
  ]);
  for (const { readModel } of both) {
    const loaded = await store.load(`${readModel.name}_901`, ['fit:all']);
    expect([...(loaded.get('fit:all')?.slots.keys() ?? [])].sort()).toEqual(['contact:a', 'contact:c']);
  }
});
