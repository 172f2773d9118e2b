import { expect, test } from 'vitest';
import { accountKind, openness, standingOf, statusInWords, typeInWords } from './account-codes.ts';

const signs = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = [...signs, ...signs.flatMap((first) => signs.map((second) => first + second))];

test('a code of an account has words on the pages, which the figures understand', () => {
  const types = codes.filter((code) => typeInWords(code) !== code);
  const statuses = codes.filter((code) => statusInWords(code) !== code);
  expect([types.length, statuses.length]).toEqual([81, 45]);
  expect(types.filter((code) => accountKind([code]) === null)).toEqual([]);
  expect(statuses.filter((code) => standingOf(code) === null)).toEqual(['C', 'O', '0C', '0O', 'UR']);
});

test.each([
  ['Paid or Paying as Agreed', null],
  ['Paid as agreed', null],
  ['Paid satisfactorily', null],
  ['Paid, was 30 days late', false],
  ['Paid, Closed; was Paid as agreed', false],
  ['Open/Never late', true],
])('an account that is paid as agreed is not closed by that: %s', (stated, isOpen) => {
  expect(openness(stated)).toBe(isOpen);
});

test.each([
  ['HELOC', 'mortgage'],
  ['Charge Card', 'revolving'],
  ['Secured Card', 'revolving'],
  ['Factoring Company Account', 'collection'],
  ['0C', 'collection'],
  ['5A', 'mortgage'],
  ['06', 'installment'],
  ['2A', 'revolving'],
  ['4D', 'open'],
])('%s is a kind of account', (stated, kind) => {
  expect(accountKind([stated])).toBe(kind);
});

test("what is owed to a family is no mortgage, and what a debt buyer's open account is for is a collection", () => {
  expect(accountKind(['FM', 'open'])).toBe('open');
  expect(accountKind(['Open Account', 'Debt Buyer'])).toBe('collection');
  expect(['FR', 'FC'].map((code) => accountKind([code]))).toEqual(['mortgage', 'collection']);
});

test("Experian's account that is paid is closed, and derogatory where it had been charged off or collected", () => {
  const read = ['13', '61', '62', '63', '64', '65'].map((code) => [openness(code), standingOf(code)]);
  expect(read).toEqual([[false, 'current'], ...Array(5).fill([false, 'derogatory'])]);
});
