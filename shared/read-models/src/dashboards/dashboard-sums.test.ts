import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { byDimension, labelled, STAGE_MEASURES } from './dashboard-measures.ts';
import { openSums, packSums } from './dashboard-sums.ts';

/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 120_000 });

const run = { ...propertySeed(), numRuns: 500 };
const FIRST_DAY = 20_000;

/** Sums of every width, days near and far. */
const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 3n }),
  fc.bigInt({ min: 0n, max: 1n << 33n }),
  fc.bigInt({ min: 0n, max: 1n << 58n }),
  fc.bigInt({ min: 0n, max: 1n << 80n }),
);
const day = fc.oneof(
  fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 12 }),
  fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 9_980_000 }),
);
const sums = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c:', 'c:é "quoted"'), day, amount), { maxLength: 30 })
  .map((cells) => {
    const byMeasure = Map.groupBy(cells, ([measure]) => measure);
    return new Map([...byMeasure].map(([measure, of]) => [measure, new Map(of.map(([, on, value]) => [on, value]))]));
  });

test('the sum over any range of days is the sum of its days', () => {
  fc.assert(
    fc.property(sums, day, day, (packed, from, to) => {
      const opened = openSums(packSums(packed, FIRST_DAY), FIRST_DAY);
      for (const [measure, days] of packed) {
        const within = [...days].filter(([on]) => from <= on && on <= to);
        const sum = within.reduce((total, [, value]) => total + value, 0n);
        expect(opened.between(measure, { from, to })).toBe(sum);
        expect(opened.sum(measure, { from, to })).toBe(Math.min(Number(sum), Number.MAX_SAFE_INTEGER));
      }
      expect(opened.between('unknown measure', { from, to })).toBe(0n);
    }),
    run,
  );
});

test('days whose bytes are those of other days, in another width, stay apart', () => {
  const twoBytes = fc.uniqueArray(fc.integer({ min: 0, max: 255 }), { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(twoBytes, (bytes) => {
      const [first = 0, second = 0] = bytes.toSorted((a, b) => a - b);
      const onDays = (...days: readonly number[]) => new Map(days.map((after) => [FIRST_DAY + after, 1n]));
      const packed = new Map([
        ['near', onDays(first, second)],
        ['far', onDays(256 * first + second)],
      ]);
      expect(openSums(packSums(packed, FIRST_DAY), FIRST_DAY).unpack()).toEqual(new Map([...packed].toSorted()));
    }),
    { ...run, examples: [[[1, 168]]] },
  );
});

test('the days of a range are added to what is there, each as much as the sum over it alone', () => {
  fc.assert(
    fc.property(sums, fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 12 }), fc.nat(12), (packed, from, length) => {
      const opened = openSums(packSums(packed, FIRST_DAY), FIRST_DAY);
      for (const measure of [...packed.keys(), 'unknown measure']) {
        const days = new Float64Array(length + 1).fill(1);
        opened.addDays(measure, { from, to: from + length }, days);
        const expected = Array.from(
          days,
          (_, index) => 1 + Number(opened.between(measure, { from: from + index, to: from + index })),
        );
        expect([...days]).toEqual(expected);
      }
    }),
    run,
  );
});

test('what was packed comes back, without zeros, and packs to the same bytes in whatever order it was added up', () => {
  fc.assert(
    fc.property(sums, (packed) => {
      const bytes = packSums(packed, FIRST_DAY);
      const unpacked = openSums(bytes, FIRST_DAY).unpack();
      const expected = [...packed]
        .map(([measure, days]) => [measure, new Map([...days].filter(([, value]) => value > 0n))] as const)
        .filter(([, days]) => days.size > 0);
      expect(unpacked).toEqual(new Map(expected));
      const reversed = [...unpacked]
        .toReversed()
        .map(([name, days]) => [name, new Map([...days].toReversed())] as const);
      expect(Buffer.compare(packSums(new Map(reversed), FIRST_DAY), bytes)).toBe(0);
    }),
    run,
  );
});

test('the sums of each label are given in code-unit order, and none of a measure whose name only begins alike', () => {
  const on = (amount: bigint) => new Map([[FIRST_DAY, amount]]);
  const bytes = packSums(
    new Map([
      ['c', on(1n)],
      ['c:', on(2n)],
      ['c:b', on(3n)],
      ['c:a:x', on(4n)],
      ['c-left-over', on(5n)],
      ['cc:a', on(6n)],
    ]),
    FIRST_DAY,
  );
  const opened = openSums(bytes, FIRST_DAY);
  expect(opened.sumsByLabel('c', { from: FIRST_DAY, to: FIRST_DAY })).toEqual([
    { label: null, sum: 2 },
    { label: 'a:x', sum: 4 },
    { label: 'b', sum: 3 },
  ]);
  expect(opened.sumsByLabel('d', { from: FIRST_DAY, to: FIRST_DAY })).toEqual([]);
});

test('of a measure whose lowest value counts the values are kept, not their sums', () => {
  const measure = labelled(byDimension(STAGE_MEASURES.firstUsed, 'stage'), 'new');
  const packed = new Map([[measure, new Map([5n, 3n, 9n].map((value, index) => [FIRST_DAY + index, value]))]]);
  const opened = openSums(packSums(packed, FIRST_DAY), FIRST_DAY);
  expect([opened.lowest(measure), opened.lowest('other')]).toEqual([3, null]);
  expect(opened.unpack()).toEqual(packed);
});

test('bytes that stand in a larger buffer are read where they stand', () => {
  const bytes = packSums(new Map([['a', new Map([[FIRST_DAY, 7n]])]]), FIRST_DAY);
  const larger = new Uint8Array(bytes.byteLength + 10);
  larger.set(bytes, 5);
  const opened = openSums(larger.subarray(5, 5 + bytes.byteLength), FIRST_DAY);
  expect(opened.between('a', { from: FIRST_DAY, to: FIRST_DAY })).toBe(7n);
});

test('a negative amount, and a day before the first, are refused', () => {
  expect(() => packSums(new Map([['a', new Map([[FIRST_DAY, -1n]])]]), FIRST_DAY)).toThrow(RangeError);
  expect(() => packSums(new Map([['a', new Map([[FIRST_DAY - 1, 1n]])]]), FIRST_DAY)).toThrow(RangeError);
});
