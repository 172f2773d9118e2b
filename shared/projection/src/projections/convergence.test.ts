import { slotsOf, storedSlots } from '@fundlens/read-models/document';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { deliveryOf, history } from '@fundlens/testing/history-arbitraries';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { BSON } from 'mongodb';
import { afterAll, expect, test, vi } from 'vitest';
import { documentBytes } from '@fundlens/read-models/document-size';
import { changesOf, type DocumentChanges, type DocumentContent, foldDocument } from '../fold/fold.ts';
import type { TypedEvent } from './projection.ts';
import { documentDifference, type ReferenceDocuments, referenceFold, referenceKey } from '../fold/reference-fold.ts';
import { projections } from './registry.ts';

const run = propertySeed();
const HISTORIES = 1_500;
const STORED_HISTORIES = 300;
let histories = 0;
/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 300_000 });

afterAll(() => console.info(`convergence: ${histories} histories, seed ${run.seed}`));

const published = history.map((events): TypedEvent[] => events.map((event) => assumeRedacted(event)));
const delivered = published.chain((events) => deliveryOf(events).map((batches) => ({ events, batches })));

type Held = DocumentContent & { readonly revision: number };

/** How the writer works, without a database: per batch, each touched document is loaded, folded and written once. */
function applyBatch(documents: Map<string, Held>, batch: readonly TypedEvent[]): number {
  let written = 0;
  for (const { key, projection, changes } of byDocument(batch)) {
    const held = documents.get(key);
    const loaded = held === undefined ? null : { slots: held.slots, revision: held.revision };
    const content = foldDocument(loaded, changes, projection);
    if (content === null) continue;
    documents.set(key, { ...content, revision: (held?.revision ?? 0) + 1 });
    written += 1;
  }
  return written;
}

function byDocument(batch: readonly TypedEvent[]): (DocumentChanges & { key: string })[] {
  const grouped = new Map<string, DocumentChanges & { key: string }>();
  for (const event of batch) {
    for (const touched of changesOf(projections, event)) {
      const key = referenceKey(touched.projection, touched.id);
      const present = grouped.get(key);
      const changes = [...(present?.changes ?? []), ...touched.changes];
      grouped.set(key, { ...touched, key, changes });
    }
  }
  return [...grouped.values()];
}

function expectEqual(documents: ReadonlyMap<string, DocumentContent>, reference: ReferenceDocuments): void {
  expect([...documents.keys()].toSorted()).toEqual([...reference.keys()].toSorted());
  for (const [key, expected] of reference) {
    const held = documents.get(key);
    expect(held && documentDifference(held, expected), key).toBeNull();
  }
}

test('any order, repetition and batching of the same events gives the documents of the reference', () => {
  fc.assert(
    fc.property(delivered, ({ events, batches }) => {
      histories += 1;
      const documents = new Map<string, Held>();
      for (const batch of batches) applyBatch(documents, batch);
      expectEqual(documents, referenceFold(events));
    }),
    { ...run, numRuns: HISTORIES },
  );
});

test('the reference itself does not depend on the order of events', () => {
  fc.assert(
    fc.property(published, (events) => {
      expectEqual(referenceFold(events.toReversed()), referenceFold(events));
    }),
    { ...run, numRuns: STORED_HISTORIES },
  );
});

test('a replay from the beginning writes nothing', () => {
  fc.assert(
    fc.property(delivered, ({ events, batches }) => {
      const documents = new Map<string, Held>();
      for (const batch of batches) applyBatch(documents, batch);
      for (const event of events) expect(applyBatch(documents, [event])).toBe(0);
    }),
    { ...run, numRuns: STORED_HISTORIES },
  );
});

test('documents survive the store: what is read back folds and renders to the same bytes, and is no larger than said', () => {
  fc.assert(
    fc.property(delivered, ({ events, batches }) => {
      const documents = new Map<string, Held>();
      for (const batch of batches) {
        applyBatch(documents, batch);
        for (const [key, held] of documents) documents.set(key, storedAndLoaded(held));
      }
      expectEqual(documents, referenceFold(events));
    }),
    { ...run, numRuns: STORED_HISTORIES },
  );
});

function storedAndLoaded(held: Held): Held {
  const stored = { slots: storedSlots(held.slots), ...held.fields };
  const bytes = BSON.serialize(stored);
  expect(bytes.byteLength).toBeLessThanOrEqual(documentBytes({ ...held, body: null }));
  return { ...held, slots: slotsOf(BSON.deserialize(bytes).slots) };
}
