import { expect, test } from 'vitest';
import { readReport } from './credit-file-reader.ts';
import { paymentHistory, WORST } from './figures/payment-history.ts';
import { earlierMonths, gridMonths, gridWords, historyGrid } from './history-grid.ts';

const row = (history: string, start: string, bureau = 'EFX') => ({
  creditorName: 'B',
  bureau,
  GrantedTrade: { PayStatusHistory: { status: history, startDate: start } },
});
const rowsOf = (tradelines: readonly unknown[]) => {
  const report = Buffer.from(JSON.stringify({ tradelines }));
  return readReport(report, { format: 'truelink', pulledAt: Date.UTC(2026, 2, 15) })?.tradelines ?? [];
};
const gridOf = (...tradelines: readonly unknown[]) => historyGrid(rowsOf(tradelines));

/** The oldest month that has room in the grid. */
const oldestIn = (grid: ReturnType<typeof gridOf>) => gridMonths(grid ?? []).at(-1) ?? 0;

test('a history is months beside each other, the newest first', () => {
  const grid = gridOf(row('C1X9', '2026-02-28'));
  const from = 2_026 * 12 + 1;
  expect(grid).toEqual([{ label: 'Equifax', from, ratings: [0, 30, null, WORST] }]);
  expect(gridWords(grid ?? [])).toBe(
    'Payment history. Equifax: 02/26 back to 11/25, 1 month paid as agreed, 30 days late in 01/26; charge-off, collection, repossession or worse in 11/25.',
  );
});

test('histories of several bureaus stand in the same months, whatever month they begin in', () => {
  const grid = gridOf(row('CC2', '2026-01', 'TUC'), row('C1', '2026-02', 'EFX'));
  expect(grid?.map(({ label }) => label)).toEqual(['Equifax', 'TransUnion']);
  expect(gridMonths(grid ?? []).map((month) => 2_026 * 12 + 1 - month)).toEqual([0, 1, 2, 3]);
});

test('a history that several bureaus share names all of them in short', () => {
  const [one] = rowsOf([row('C1', '2026-02')]);
  if (one === undefined) throw new TypeError('the row is read');
  const grid = historyGrid([{ ...one, bureaus: ['equifax', 'experian', 'transunion'] }]);
  expect(gridWords(grid ?? [])).toMatch(/^Payment history\. EFX XPN TUC: 02\/26 back to 01\/26/);
});

test.each([
  [`${'C'.repeat(24)}CC2CC`, 'Earlier, back to 10/23: 60 days late in 12/23'],
  ['C'.repeat(30), 'Earlier, back to 09/23: no late payment'],
  ['C'.repeat(24), null],
])('what two years have no room for is said in words: %s', (signs, words) => {
  const grid = gridOf(row(signs, '2026-02'));
  expect(gridMonths(grid ?? [])).toHaveLength(24);
  expect(grid?.map((line) => earlierMonths(line, oldestIn(grid)))).toEqual([words]);
});

test.each([
  ['C0NE1X', false, [0, 0, 0, 0, 30, null]],
  ['123456', true, [0, 30, 60, 90, 120, 150]],
  ['123456', false, [0, 30, 60, 90, 120, 150]],
  ['0123', false, [0, 30, 60, 90]],
  ['1X-7K', true, [0, null, null, WORST, WORST]],
  ['XX--', true, [null, null, null, null]],
  ['1 2', true, null],
])('the signs %s are %j', (signs, isNumbered, ratings) => {
  expect(paymentHistory(signs, 24_000, isNumbered)?.ratings ?? null).toEqual(ratings);
});
