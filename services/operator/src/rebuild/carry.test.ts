import { documentKey } from '@fundlens/read-models/document';
import { type History, history } from '@fundlens/testing/history-arbitraries';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changesOf } from '@fundlens/projection/fold/fold';
import { projections } from '@fundlens/projection/projections/registry';
import { redacted } from '@fundlens/projector/testing/projector-fixture';
import { documentIdOf } from './carry.ts';

it('tells the identity of every document from its key', () => {
  const models = new Set<string>();
  fc.assert(
    fc.property(history, (events: History) => {
      for (const { readModel, id, key } of events.flatMap((event) => changesOf(projections, redacted(event), 0))) {
        models.add(readModel.name);
        const told = documentIdOf(readModel.name, key);
        expect(told).toEqual(id);
        expect(documentKey(told)).toBe(key);
      }
    }),
    { numRuns: 50 },
  );
  expect(models.size).toBe(projections.length);
});
