import { assumeRedacted } from '@fundlens/testing/event-identity';
import { deliveryOf, history } from '@fundlens/testing/history-arbitraries';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { TypedEvent } from '../projections/projection.ts';
import { projections } from '../projections/projections.ts';
import { changesOf } from './fold.ts';
import { createRecomputation, digested } from './recomputation.ts';
import { documentDifference } from './document-difference.ts';
import { referenceFold } from './testing/reference-fold.ts';

/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 120_000 });

const published = history.map((events): TypedEvent[] => events.map((event) => assumeRedacted(event)));
const delivered = published.chain((events) => deliveryOf(events).map((batches) => ({ events, batches })));

test('recomputing event by event, in any order, gives the documents of the reference fold with digests for views', () => {
  fc.assert(
    fc.property(delivered, ({ events, batches }) => {
      const recomputation = createRecomputation();
      for (const event of batches.flat()) recomputation.add(changesOf(projections, event, 0));
      const reference = referenceFold(events);
      expect([...recomputation.keys()].toSorted()).toEqual([...reference.keys()].toSorted());
      for (const [key, expected] of reference) {
        const document = recomputation.document(key);
        expect(document && documentDifference(document, digested(expected)), key).toBeNull();
        expect([document?.readModel, document?.id], key).toEqual([expected.readModel, expected.id]);
      }
    }),
    { ...propertySeed(), numRuns: 300 },
  );
});

test('a document that no event touched is not there', () => {
  expect(createRecomputation().document('contacts/loc-1:contact-1')).toBeNull();
});
