import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ApplicationFilter,
  applicationTerms,
  askedApplicationTerms,
  type FilteredApplication,
  MAX_FILTER_CHARACTERS,
} from './application-filters.ts';

const NAMES = ['stage', 'outcome', 'processor', 'waitingOn', 'planStatus'] as const;
/** Few values, some of which try to look like the term of another filter. */
const value = fc.constantFrom('a', 'b', 'all', '', 'null', 'stage:a', ':a', '😀'.repeat(MAX_FILTER_CHARACTERS));
const values = fc.array(fc.oneof(value, fc.constant(null)), { maxLength: 4 });
const asked = fc.oneof(value, fc.constantFrom(null, undefined));

const ofEach = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.record({
    stage: arbitrary,
    outcome: arbitrary,
    processor: arbitrary,
    waitingOn: arbitrary,
    planStatus: arbitrary,
  });

const matches = (stored: FilteredApplication, wanted: ApplicationFilter) =>
  NAMES.every((name) => wanted[name] == null || stored[name].includes(wanted[name]));

test('an application has all terms of a combination of filters exactly when all of them match', () => {
  fc.assert(
    fc.property(ofEach(values), ofEach(asked), (stored, wanted) => {
      const terms = applicationTerms(stored);
      expect(askedApplicationTerms(wanted).every((term) => terms.includes(term))).toBe(matches(stored, wanted));
    }),
    { numRuns: 2_000 },
  );
});

test('prose that is longer than any request has no term', () => {
  const none = { stage: [], outcome: [], processor: [], planStatus: [] };
  const longest = 'x'.repeat(2 * MAX_FILTER_CHARACTERS);
  expect(applicationTerms({ ...none, waitingOn: [longest] })).toHaveLength(2);
  expect(applicationTerms({ ...none, waitingOn: [`${longest}x`] })).toEqual(['all']);
});
