import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DealFilter, dealFilterKey, dealFilterKeys } from './deal-filters.ts';

/** Few values, some of which try to look like a list of others. */
const value = fc.constantFrom('a', 'b', 'open', '', 'null', 'a","b', '["a",null,null,null]', null);
const filter: fc.Arbitrary<DealFilter> = fc.record({
  pipelineId: value,
  stageId: value,
  status: value,
  contactId: value,
});

const names = ['pipelineId', 'stageId', 'status', 'contactId'] as const;
const matches = (deal: DealFilter, asked: DealFilter) =>
  names.every((name) => asked[name] === null || asked[name] === deal[name]);

test('a deal is found by a combination of filters exactly when all of them match', () => {
  fc.assert(
    fc.property(filter, filter, (deal, asked) => {
      expect(dealFilterKeys(deal).includes(dealFilterKey(asked))).toBe(matches(deal, asked));
    }),
    { numRuns: 2_000 },
  );
});
