import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
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
        expect(opened.between(measure, from, to)).toBe(within.reduce((total, [, value]) => total + value, 0n));
      }
      expect(opened.between('unknown measure', from, to)).toBe(0n);
    }),
    run,
  );
});

test('the days of a range are added to what is there, each as much as the sum over it alone', () => {
  fc.assert(
    fc.property(sums, fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 12 }), fc.nat(12), (packed, from, length) => {
      const opened = openSums(packSums(packed, FIRST_DAY), FIRST_DAY);
      for (const measure of [...packed.keys(), 'unknown measure']) {
        const days = new Float64Array(length + 1).fill(1);
        opened.addDays(measure, from, from + length, days);
        const expected = Array.from(
          days,
          (_, index) => 1 + Number(opened.between(measure, from + index, from + index)),
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

test('bytes that stand in a larger buffer are read where they stand', () => {
  const bytes = packSums(new Map([['a', new Map([[FIRST_DAY, 7n]])]]), FIRST_DAY);
  const larger = new Uint8Array(bytes.byteLength + 10);
  larger.set(bytes, 5);
  const opened = openSums(larger.subarray(5, 5 + bytes.byteLength), FIRST_DAY);
  expect(opened.between('a', FIRST_DAY, FIRST_DAY)).toBe(7n);
});

test('a negative amount, and a day before the first, are refused', () => {
  expect(() => packSums(new Map([['a', new Map([[FIRST_DAY, -1n]])]]), FIRST_DAY)).toThrow(RangeError);
  expect(() => packSums(new Map([['a', new Map([[FIRST_DAY - 1, 1n]])]]), FIRST_DAY)).toThrow(RangeError);
});
