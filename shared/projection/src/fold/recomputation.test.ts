import { assumeRedacted } from '@fundlens/testing/event-identity';
import { deliveryOf, history } from '@fundlens/testing/history-arbitraries';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { changesOf } from './fold.ts';
import type { TypedEvent } from '../projections/projection.ts';
import { createRecomputation, digested } from './recomputation.ts';
import { documentDifference, referenceFold } from './reference-fold.ts';
import { projections } from '../projections/registry.ts';

/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 120_000 });

const published = history.map((events): TypedEvent[] => events.map((event) => assumeRedacted(event)));
const delivered = published.chain((events) => deliveryOf(events).map((batches) => ({ events, batches })));

test('recomputing event by event, in any order, gives the documents of the reference fold with digests for bodies', () => {
  fc.assert(
    fc.property(delivered, ({ events, batches }) => {
      const recomputation = createRecomputation();
      for (const event of batches.flat()) recomputation.add(changesOf(projections, event));
      const reference = referenceFold(events);
      expect([...recomputation.keys()].toSorted()).toEqual([...reference.keys()].toSorted());
      for (const [key, expected] of reference) {
        const document = recomputation.document(key);
        expect(document && documentDifference(document, digested(expected)), key).toBeNull();
      }
    }),
    { ...propertySeed(), numRuns: 300 },
  );
});
