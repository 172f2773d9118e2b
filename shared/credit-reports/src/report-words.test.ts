import { expect, test } from 'vitest';
import { accountKind, standingByManner, standingByWords } from './figures/account-codes.ts';
import { shownRating, shownType } from './report-words.ts';

const signs = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = [...signs, ...signs.flatMap((first) => signs.map((second) => first + second))];

test('a code of an account that the figures understand has words on the pages', () => {
  const types = codes.filter((code) => accountKind([code]) !== null);
  const ratings = codes.filter((code) => standingByManner(code) !== null || standingByWords(code) !== null);
  expect([types.length, ratings.length]).toEqual([30, 35]);
  expect(types.filter((code) => shownType(code) === code)).toEqual([]);
  expect(ratings.filter((code) => shownRating(code) === code)).toEqual([]);
});
