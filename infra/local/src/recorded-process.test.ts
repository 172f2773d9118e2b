import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRecord } from './recorded-process.ts';

test('a record gives back what was written', () => {
  expect(parseRecord('4711\n987654\n')).toEqual({ pid: 4711, startTime: '987654' });
  expect(parseRecord('4711\nSat Nov  1 09:35:51 2025   \n')).toEqual({
    pid: 4711,
    startTime: 'Sat Nov 1 09:35:51 2025',
  });
});

test('half a record names no process', () => {
  const whole = '4711\n987654\n';
  for (let length = 0; length < whole.length; length += 1) expect(parseRecord(whole.slice(0, length))).toBeUndefined();
});

test('no record ever names the first process or every process', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.integer({ min: -5, max: 5 }).map((pid) => `${pid}\n1\n`),
      ),
      (text) => {
        expect(parseRecord(text)?.pid ?? 2).toBeGreaterThan(1);
      },
    ),
  );
});
