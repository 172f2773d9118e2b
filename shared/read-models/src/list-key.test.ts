import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestFirst } from './list-key.ts';

const run = { ...propertySeed(), numRuns: 5_000 };

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

const id = fc
  .string({ unit: fc.constantFrom(...'09AZaz._~@-'), minLength: 0, maxLength: 4 })
  .chain((rest) => fc.constantFrom(...'09AZaz').map((first) => first + rest));
const instant = fc.option(
  fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: FIRST_INSTANT, max: LAST_INSTANT })),
);
const entry = fc.record({ instant, id });
type Entry = { readonly instant: number | null; readonly id: string };

/** The order that the API promises: newest first, then id, entries without an instant last. */
function promised(a: Entry, b: Entry): number {
  if (a.instant !== b.instant) {
    if (a.instant === null) return 1;
    return b.instant === null ? -1 : b.instant - a.instant;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

test('list keys sort as text in the order that the API promises', () => {
  fc.assert(
    fc.property(entry, entry, (a, b) => {
      const [left, right] = [newestFirst(a.instant, a.id), newestFirst(b.instant, b.id)];
      expect(left < right ? -1 : left > right ? 1 : 0).toBe(Math.sign(promised(a, b)));
      // Servers compare the bytes of UTF-8.
      expect(Buffer.compare(Buffer.from(left), Buffer.from(right))).toBe(Math.sign(promised(a, b)));
    }),
    run,
  );
});
