import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitItems, fitText } from './bounded-text.ts';

const run = { ...propertySeed(), numRuns: 1_000 };
const text = fc.string({ unit: fc.constantFrom('a', '"', '\u0000', 'é', '漢', '😀'), maxLength: 40 });
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test('a text that fits is left alone, any other is cut at a whole character and marked', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 10, max: 120 }), (whole, maxBytes) => {
      const fitted = fitText(whole, maxBytes) ?? '';
      expect(bytesOf(fitted)).toBeLessThanOrEqual(maxBytes);
      expect(fitted.isWellFormed()).toBe(true);
      if (bytesOf(whole) <= maxBytes) expect(fitted).toBe(whole);
      else expect(whole.startsWith(fitted.slice(0, -1)) && fitted.endsWith('…')).toBe(true);
    }),
    run,
  );
});

test('of a list the first items are kept whole, as many as fit', () => {
  fc.assert(
    fc.property(fc.array(text), fc.integer({ min: 0, max: 200 }), (items, maxBytes) => {
      const kept = fitItems(items, maxBytes);
      expect(kept).toEqual(items.slice(0, kept.length));
      expect(bytesOf(kept) - '[]'.length).toBeLessThanOrEqual(maxBytes);
    }),
    run,
  );
});
