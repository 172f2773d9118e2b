import { expect, test } from 'vitest';
import { accountKind, ratingInWords, standingByManner, standingByWords, typeInWords } from './account-codes.ts';

const signs = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = [...signs, ...signs.flatMap((first) => signs.map((second) => first + second))];

test('a code of an account has words on the pages, which the figures understand', () => {
  const types = codes.filter((code) => typeInWords(code) !== code);
  const ratings = codes.filter((code) => ratingInWords(code) !== code && code !== 'UR');
  expect([types.length, ratings.length]).toEqual([30, 35]);
  expect(types.filter((code) => accountKind([code]) === null)).toEqual([]);
  expect(ratings.filter((code) => (standingByManner(code) ?? standingByWords(code)) === null)).toEqual([]);
});
