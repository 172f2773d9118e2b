import { slotsOf, storedSlots } from '@fundlens/read-models/document';
import { maxDocumentBytes } from '@fundlens/read-models/document-size';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { deliveryOf, history } from '@fundlens/testing/history-arbitraries';
import { propertyRuns, propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { BSON } from 'mongodb';
import { afterAll, expect, test, vi } from 'vitest';
import { documentDifference } from '../fold/document-difference.ts';
import { type ReferenceDocuments, referenceFold } from '../fold/testing/reference-fold.ts';
import { applyBatch, contentIn, type DocumentImage } from '../fold/testing/document-image.ts';
import type { TypedEvent } from './projection.ts';

const run = propertySeed();
const HISTORIES = propertyRuns(400);
let histories = 0;
/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 300_000 });

afterAll(() => console.info(`convergence: ${histories} histories, seed ${run.seed}`));

const published = history.map((events): TypedEvent[] => events.map((event) => assumeRedacted(event)));
const delivered = published.chain((events) => deliveryOf(events).map((batches) => ({ events, batches })));

function expectEqual(documents: ReadonlyMap<string, DocumentImage>, reference: ReferenceDocuments): void {
  expect([...documents.keys()].toSorted()).toEqual([...reference.keys()].toSorted());
  for (const [key, expected] of reference) {
    const image = documents.get(key);
    expect(image && documentDifference(contentIn(image), expected), key).toBeNull();
  }
}

test('any order, repetition and batching of the same events, stored and read back, gives the documents of the reference, and a replay writes nothing', () => {
  fc.assert(
    fc.property(delivered, ({ events, batches }) => {
      histories += 1;
      const documents = new Map<string, DocumentImage>();
      for (const batch of batches) {
        for (const { key, after } of applyBatch(documents, batch)) {
          if (after !== null) documents.set(key, storedAndLoaded(after));
        }
      }
      expectEqual(documents, referenceFold(events));
      const replayed = events.flatMap((event) => applyBatch(documents, [event]));
      expect(replayed.filter(({ update }) => update !== null)).toEqual([]);
    }),
    { ...run, numRuns: HISTORIES },
  );
});

/** How many bytes of BSON a unit of text takes at most; `slotBytes` counts one. */
const BYTES_PER_UNIT = 3;

function storedAndLoaded(image: DocumentImage): DocumentImage {
  const content = contentIn(image);
  const slots = storedSlots(content.slots);
  const views = Object.entries(image.views).map(([name, bytes]) => [name, new BSON.Binary(bytes)]);
  const bytes = BSON.serialize({ slots, ...image.fields, views: Object.fromEntries(views) });
  // The names of the two members that hold slots and views come on top of what they hold.
  const frame = BSON.calculateObjectSize({ slots: {}, views: {} });
  expect(bytes.byteLength).toBeLessThanOrEqual(maxDocumentBytes(content) + frame);
  expect(BSON.calculateObjectSize({ slots })).toBeLessThanOrEqual(BYTES_PER_UNIT * image.slotBytes + frame);
  return { ...image, slots: storedSlots(slotsOf(BSON.deserialize(bytes).slots)) };
}
