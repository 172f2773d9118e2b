import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MAX_VALUE_CHARACTERS,
  accountOf,
  calendarDateOf,
  centsOf,
  dateOf,
  moneyOf,
  textOf,
  yearOf,
} from './report-values.ts';

test.each([
  ['000015000', '$15,000'],
  [12345.6, '$12,345.60'],
  [6172839.449999999, '$6,172,839.45'],
  ['1,234.50', '$1,234.50'],
  ['$ 900', '$900'],
  ['-25.00', '-$25'],
  [0, '$0'],
  ['N/A', 'N/A'],
  ['', null],
  [null, null],
])('an amount of %j is shown as %j', (stated, shown) => {
  expect(moneyOf(stated)).toBe(shown);
});

test.each([
  ['2020-01-15', '01/15/2020', '2020-01-15'],
  ['2020-01-15T10:00:00Z', '01/15/2020', '2020-01-15'],
  ['2020-01', '01/2020', '2020-01'],
  ['01152020', '01/15/2020', '2020-01-15'],
  ['20200115', '01/15/2020', '2020-01-15'],
  [1152020, '01/15/2020', '2020-01-15'],
  ['1/5/2020', '01/05/2020', '2020-01-05'],
  ['01002020', '01/2020', '2020-01'],
  ['012020', '01/2020', '2020-01'],
  // The month, the century or the date is not known.
  ['00001980', '1980', null],
  ['011520', '011520', null],
  ['99992020', '99992020', null],
  ['since long', 'since long', null],
  [true, 'true', null],
  [null, null, null],
])('a date of %j is shown as %j, and is %j', (stated, shown, date) => {
  expect([dateOf(stated), calendarDateOf(stated)]).toEqual([shown, date]);
});

test.each([
  ['4417123412341113', '••••1113'],
  ['700812345****', '7008••••'],
  ['XXXXXXXX1234', '••••1234'],
  ['5178****1234', '••••1234'],
  ['****1113', '••••1113'],
  ['123', '••••123'],
  ['****', '••••'],
  [null, null],
])('an account number is masked the same way, whatever the bureau has masked: %#', (stated, shown) => {
  expect(accountOf(stated)).toBe(shown);
});

test('of a birth date the year is left', () => {
  for (const date of ['1980-04-12', '04121980', '04/12/1980', 1980]) expect(yearOf(date)).toBe('1980');
  for (const date of ['unknown', null]) expect(yearOf(date)).toBeNull();
});

test('what cannot be seen on paper, or turns the direction of text, is not in a text', () => {
  expect(textOf('a\u0000b\u202ec\r\n\td\ud800')).toBe('a b c d\ufffd');
  expect(textOf(' \u200b ')).toBeNull();
});

test('no value throws, and none is longer than a page takes', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 5_000 }), fc.double(), fc.boolean()), (value) => {
      for (const show of [(text: typeof value) => textOf(text), moneyOf, dateOf, accountOf]) {
        expect([...(show(value) ?? '')].length).toBeLessThanOrEqual(MAX_VALUE_CHARACTERS);
      }
    }),
    { numRuns: 30 },
  );
});

test.each([
  ['+7', 700],
  ['-20', 0],
  ['999999999999999', null],
  ['1e3', null],
  ['UNKNOWN', null],
])('the amount %s is %s cents', (stated, cents) => {
  expect(centsOf(stated)).toBe(cents);
});
