import { propertyRuns, propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CreditRows, Tradeline } from '../credit-file.ts';
import { NodeValues } from '../node-values.ts';
import { TRADELINE } from '../report-names.ts';
import { tradelineKey } from '../row-reader.ts';
import { figuresOf } from './credit-figures.ts';
import { mergedFile } from './merged-file.ts';

const PULLED = '2026-03-15';

const USUAL: Tradeline = {
  bureaus: ['equifax'],
  key: null,
  creditor: 'SAMPLE BANK',
  account: '4417123412341113',
  kind: 'revolving',
  type: null,
  isOpen: true,
  isAuthorizedUser: null,
  opened: '2018-06-10',
  closed: null,
  reported: '2026-02-28',
  balanceCents: 100,
  limitCents: 1_000,
  highCreditCents: null,
  paymentCents: null,
  standing: 'current',
  history: null,
  stated: new NodeValues(null, TRADELINE),
};

const fileOf = (...tradelines: Tradeline[]): CreditRows => ({
  tradelines,
  inquiries: null,
  collections: null,
  publicRecords: null,
});
/** As the reader makes it. */
const rowOf = (values: Partial<Tradeline>): Tradeline => {
  const row = { ...USUAL, ...values };
  return { ...row, key: row.key ?? tradelineKey(row) };
};
const merged = (...values: Partial<Tradeline>[]) => mergedFile(fileOf(...values.map(rowOf))).tradelines ?? [];

test.each<[string, Partial<Tradeline>, number]>([
  ['one that another bureau reports', {}, 1],
  ['another spelling of the creditor', { creditor: 'Sample Bk, N.A.' }, 1],
  ['a masked number with the same last digits', { account: '****1113' }, 1],
  ['another day of the same month', { opened: '2018-06' }, 1],
  ['another creditor', { creditor: 'HARBOR CARD' }, 2],
  ['other last digits', { account: '4417123412341114' }, 2],
  ['another month', { opened: '2018-07-10' }, 2],
  ['no number', { account: null }, 2],
  ['no opening date', { opened: null }, 2],
])('an account beside %s', (_, other, count) => {
  expect(merged({}, { ...other, bureaus: ['experian'] })).toHaveLength(count);
});

test('a bureau lists an account once, so that two of its rows are two accounts', () => {
  expect(merged({}, { balanceCents: 200 })).toHaveLength(2);
});

test('rows of one partition are one account, whatever they say', () => {
  expect(merged({ key: '1' }, { key: '1', bureaus: ['experian'], creditor: 'OTHER NAME', opened: null })).toHaveLength(
    1,
  );
});

test('an account has what the bureau says that reported last, and what only others say', () => {
  expect(
    merged(
      { balanceCents: 100, paymentCents: 5, history: { from: 24_300, ratings: [0, 30] } },
      {
        bureaus: ['experian'],
        reported: '2026-03-01',
        balanceCents: 80,
        history: { from: 24_301, ratings: [null, 90, 60] },
      },
    ),
  ).toMatchObject([
    {
      bureaus: ['equifax', 'experian'],
      balanceCents: 80,
      paymentCents: 5,
      history: { from: 24_301, ratings: [null, 90, 60] },
    },
  ]);
});

const variety = fc.record({
  bureaus: fc.subarray(['equifax', 'experian', 'transunion', 'unstated'], { minLength: 1 }),
  key: fc.option(fc.constantFrom('1', '2'), { freq: 5 }),
  creditor: fc.constantFrom('SAMPLE BANK', 'SAMPLE BK NA', 'HARBOR CARD', null),
  account: fc.constantFrom('4417123412341113', '****1113', '9902', null),
  kind: fc.constantFrom('revolving' as const, 'mortgage' as const, null),
  isOpen: fc.boolean(),
  isAuthorizedUser: fc.constantFrom(true, false, null),
  opened: fc.constantFrom('2018-06-10', '2018-06', '2020-01', null),
  closed: fc.constantFrom('2021-01', null),
  reported: fc.constantFrom('2026-02-28', '2026-01', null),
  balanceCents: fc.option(fc.nat(3)),
  limitCents: fc.option(fc.nat(3)),
  paymentCents: fc.option(fc.nat(3)),
  standing: fc.constantFrom('current' as const, 'derogatory' as const, null),
  history: fc.option(
    fc.record({
      from: fc.integer({ min: 24_300, max: 24_303 }),
      ratings: fc.array(fc.constantFrom(0, 30, 90, null), { maxLength: 3 }),
    }),
  ),
});
/** A reader gives each row once. */
const rows = fc.uniqueArray(variety.map(rowOf), { selector: (row) => JSON.stringify(row), maxLength: 12 });
const sorted = (file: CreditRows) => (file.tradelines ?? []).map((each) => JSON.stringify(each)).sort();
const accountsOf = (bureau: string, tradelines: readonly Tradeline[]) =>
  tradelines.filter(({ bureaus }) => bureaus.includes(bureau)).length;

test('the order of rows, and so of bureaus, is of no matter, no bureau loses an account, and merging again changes nothing', () => {
  const shuffled = rows.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
  );
  fc.assert(
    fc.property(shuffled, ([list, other]) => {
      const once = mergedFile(fileOf(...list));
      const otherwise = mergedFile(fileOf(...other));
      expect(sorted(otherwise)).toEqual(sorted(once));
      expect(figuresOf(otherwise, PULLED)).toEqual(figuresOf(once, PULLED));
      expect(sorted(mergedFile(once))).toEqual(sorted(once));
      for (const bureau of ['equifax', 'experian', 'transunion', 'unstated']) {
        expect(accountsOf(bureau, once.tradelines ?? [])).toBe(accountsOf(bureau, list));
      }
    }),
    { ...propertySeed(), numRuns: propertyRuns(750) },
  );
});
