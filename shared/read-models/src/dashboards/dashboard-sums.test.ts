import { expect, test } from 'vitest';
import { areReadable, openSums, packSums, totalsOver } from './dashboard-sums.ts';

const DAY = 20_000;

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
