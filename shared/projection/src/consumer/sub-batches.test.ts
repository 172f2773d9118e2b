import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SourceRecord } from '../log/source.ts';
import { createBatchSize, nextSubBatch } from './sub-batches.ts';

const bounds = { maxRecords: 4, maxBytes: 100 };

const recordsOf = (sizes: readonly number[]): SourceRecord[] =>
  sizes.map((size, offset) => ({ offset, key: null, value: size === 0 ? null : Buffer.alloc(size), appendedAt: 0 }));

it('takes every record exactly once, in order, within both bounds', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 150 }), { maxLength: 30 }), (sizes) => {
      const records = recordsOf(sizes);
      const taken: SourceRecord[] = [];
      for (let rest = records; rest.length > 0; ) {
        const { records: batch, bytes } = nextSubBatch(rest, bounds);
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(bounds.maxRecords);
        expect(bytes).toBe(batch.reduce((sum, { value }) => sum + (value?.byteLength ?? 0), 0));
        if (batch.length > 1) expect(bytes).toBeLessThanOrEqual(bounds.maxBytes);
        taken.push(...batch);
        rest = rest.slice(batch.length);
      }
      expect(taken).toEqual(records);
    }),
  );
});

it('takes more records at once while batches are done soon, fewer when they take long, and never none', () => {
  const size = createBatchSize();
  const first = size.records();
  size.took(first, 10);
  expect(size.records()).toBe(2 * first);
  size.took(first, 10);
  expect(size.records()).toBe(2 * first);
  for (let batch = 0; batch < 20; batch += 1) size.took(size.records(), 10);
  const most = size.records();
  size.took(most, 20_000);
  expect(size.records()).toBe(most / 2);
  for (let batch = 0; batch < 40; batch += 1) size.took(size.records(), 20_000);
  expect(size.records()).toBeGreaterThan(0);
});
