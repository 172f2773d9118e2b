import { expect, test } from 'vitest';
import { figuresOf, figuresSchema } from './dashboard-figures.ts';
import { byDimension, labelled, leftOver, MEASURES } from './dashboard-measures.ts';
import { packSums } from './dashboard-sums.ts';
import { type DashboardWindow, readWindow } from './dashboard-window.ts';
import { NO_SUMS, sumsOf } from './window-sums.ts';

const TODAY = 20_000;

function documentOf(cells: readonly (readonly [measure: string, day: number, amount: number])[]): DashboardWindow {
  const byMeasure = Map.groupBy(cells, ([measure]) => measure);
  const sums = [...byMeasure].map(
    ([measure, of]) => [measure, new Map(of.map(([, day, amount]) => [day, amount]))] as const,
  );
  return { timeZone: 'UTC', firstDay: TODAY - 365, sums: packSums(new Map(sums)) };
}

test('a location without data has zeros, and null where there is nothing to divide', () => {
  const figures = readWindow(null, { today: TODAY, days: 365 });
  expect(figuresSchema.parse(figures)).toEqual(figures);
  expect(figures.credit).toMatchObject({ reportsPulled: 0, averageScore: null, unscored: 0 });
  expect(figures.funding).toMatchObject({ approvalRate: null, plansByOutcome: [] });
  expect(JSON.stringify(figures)).not.toMatch(/[1-9]/);
});

test('averages and rates come from sums and are rounded', () => {
  const document = documentOf([
    [MEASURES.latestReports, TODAY, 4],
    [MEASURES.latestScored, TODAY, 3],
    [MEASURES.latestScoreSum, TODAY, 2_000],
    [MEASURES.decided, TODAY, 3],
    [MEASURES.approved, TODAY, 2],
  ]);
  const { credit, funding } = readWindow(document, { today: TODAY, days: 1 });
  expect(credit).toMatchObject({ contactsWithReport: 4, scored: 3, unscored: 1, averageScore: 666.7 });
  expect(funding.approvalRate).toBe(0.6667);
});

test('reasons come most frequent first, only those of the window, and what is left over beside them', () => {
  const document = documentOf([
    [labelled(MEASURES.declined, 'income'), TODAY, 2],
    [labelled(MEASURES.declined, null), TODAY, 2],
    [labelled(MEASURES.declined, 'utilization'), TODAY, 3],
    [labelled(MEASURES.declined, 'fraud: alert'), TODAY - 1, 9],
    [leftOver(MEASURES.declined), TODAY, 4],
    [MEASURES.evaluated, TODAY, 12],
  ]);
  const { underwriting } = readWindow(document, { today: TODAY, days: 1 });
  expect(underwriting.declinedByReason).toEqual([
    { reason: 'utilization', count: 3 },
    { reason: null, count: 2 },
    { reason: 'income', count: 2 },
  ]);
  expect(underwriting).toMatchObject({ declined: 11, declinedForOtherReasons: 4, undecided: 1 });
  expect(readWindow(document, { today: TODAY, days: 2 }).underwriting.declinedByReason[0]).toEqual({
    reason: 'fraud: alert',
    count: 9,
  });
});

test('labels of several locations are the most frequent ones that one location could count apart', () => {
  const labels = Array.from({ length: 51 }, (_, index) => `reason ${String(index).padStart(2, '0')}`);
  const amounts = new Map(labels.map((label, index) => [labelled(MEASURES.declined, label), index === 7 ? 1 : 2]));
  amounts.set(leftOver(MEASURES.declined), 4);
  amounts.set(MEASURES.evaluated, 105);
  const { underwriting } = figuresOf(sumsOf(amounts), NO_SUMS);
  expect(underwriting.declinedByReason).toHaveLength(50);
  expect(underwriting.declinedByReason.map(({ reason }) => reason)).not.toContain('reason 07');
  expect(underwriting).toMatchObject({ declined: 105, declinedForOtherReasons: 5, undecided: 0 });
});

test('lenders are spelled as in the offers, spellings of one as that with the largest amount asked for', () => {
  const at = (measure: string, lender: string) => labelled(byDimension(measure, 'lender'), lender);
  const document = documentOf([
    ...(['Chase', 'CHASE', 'Amex'] as const).map((lender) => [at(MEASURES.requested, lender), TODAY, 1] as const),
    [at(MEASURES.requestedCents, 'Chase'), TODAY, 200],
    [at(MEASURES.requestedCents, 'CHASE'), TODAY, 100],
    [at(MEASURES.requestedCents, 'Amex'), TODAY, 250],
  ]);
  const { byLender } = readWindow(document, { today: TODAY, days: 1 }).funding;
  expect(byLender).toMatchObject([
    { lender: 'Chase', requested: 2, requestedAmountCents: 300 },
    { lender: 'Amex', requested: 1, requestedAmountCents: 250 },
  ]);
  expect(byLender).toHaveLength(2);
});

test('a sum of cents that JSON readers could not take exactly is shown as the largest that they can', () => {
  const document = documentOf([[MEASURES.fundedCents, TODAY, 2 ** 60]]);
  const { fundedAmountCents } = readWindow(document, { today: TODAY, days: 1 }).funding;
  expect(fundedAmountCents).toBe(Number.MAX_SAFE_INTEGER);
});
