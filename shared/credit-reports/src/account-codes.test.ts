import { expect, test } from 'vitest';
import { accountKind, standingOf, statusInWords, typeInWords } from './account-codes.ts';

const signs = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = [...signs, ...signs.flatMap((first) => signs.map((second) => first + second))];

test('a code of an account has words on the pages, which the figures understand', () => {
  const types = codes.filter((code) => typeInWords(code) !== code);
  const statuses = codes.filter((code) => statusInWords(code) !== code);
  expect([types.length, statuses.length]).toEqual([30, 40]);
  expect(types.filter((code) => accountKind([code]) === null)).toEqual([]);
  expect(statuses.filter((code) => standingOf(code) === null)).toEqual(['C', 'O', '0C', '0O', 'UR']);
});
