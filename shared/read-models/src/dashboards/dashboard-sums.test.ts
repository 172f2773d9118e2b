import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byDimension, labelled, STAGE_MEASURES } from './dashboard-measures.ts';
import { areReadable, openSums, packSums, totalsOver } from './dashboard-sums.ts';

const run = { ...propertySeed(), numRuns: 500 };
const DAY = 20_000;
const LOWEST = labelled(byDimension(STAGE_MEASURES.firstUsed, 'stage'), 'new');

const amount = fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 2 ** 33 }), fc.integer({ min: 0, max: 2 ** 48 }));
const day = fc.oneof(fc.integer({ min: DAY, max: DAY + 12 }), fc.integer({ min: DAY, max: DAY + 9_980_000 }));
const sums = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c:', 'c:é "quoted"', LOWEST), day, amount), { maxLength: 30 })
  .map((cells) => {
    const byMeasure = Map.groupBy(cells, ([measure]) => measure);
    return new Map([...byMeasure].map(([measure, of]) => [measure, new Map(of.map(([, on, value]) => [on, value]))]));
  });

test('there is as much over any range of days as its days have, or the lowest of them', () => {
  fc.assert(
    fc.property(sums, day, day, (packed, from, to) => {
      const expected = [...packed].flatMap(([measure, days]) => {
        const within = [...days].filter(([on, value]) => from <= on && on <= to && value > 0).map(([, value]) => value);
        if (within.length === 0) return [];
        return [[measure, measure === LOWEST ? Math.min(...within) : within.reduce((a, b) => a + b)] as const];
      });
      expect(totalsOver(openSums(packSums(packed)), { from, to })).toEqual(new Map(expected));
    }),
    run,
  );
});

test('bytes that stand in a larger buffer are read where they stand', () => {
  const bytes = packSums(new Map([['a', new Map([[DAY, 7]])]]));
  const larger = new Uint8Array(bytes.byteLength + 10);
  larger.set(bytes, 5);
  const opened = openSums(larger.subarray(5, 5 + bytes.byteLength));
  expect(totalsOver(opened, { from: DAY, to: DAY })).toEqual(new Map([['a', 7]]));
});

test('bytes of another layout are refused, not misread', () => {
  const former = Buffer.from('\0\0\0\x07[[],[]]');
  for (const bytes of [former, Buffer.of()]) {
    expect(areReadable(bytes)).toBe(false);
    expect(() => openSums(bytes)).toThrow(expect.objectContaining({ code: 'window_outdated' }));
  }
});
