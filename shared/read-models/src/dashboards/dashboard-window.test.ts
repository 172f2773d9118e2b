import { expect, test } from 'vitest';
import { figuresOf, figuresSchema } from './dashboard-figures.ts';
import { labelled, leftOver } from './dashboard-measures.ts';
import { packSums } from './dashboard-sums.ts';
import type { DashboardWindow } from './dashboard-window.ts';
import { readWindow } from './testing/read-window.ts';
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

test('reasons come most frequent first, only those of the window, and what is left over beside them', () => {
  const document = documentOf([
    [labelled('underwriting.declined', 'income'), TODAY, 2],
    [labelled('underwriting.declined', null), TODAY, 2],
    [labelled('underwriting.declined', 'utilization'), TODAY, 3],
    [labelled('underwriting.declined', 'fraud: alert'), TODAY - 1, 9],
    [leftOver('underwriting.declined'), TODAY, 4],
    ['underwriting.evaluated', TODAY, 12],
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
  const amounts = new Map(
    labels.map((label, index) => [labelled('underwriting.declined', label), index === 7 ? 1 : 2]),
  );
  amounts.set(leftOver('underwriting.declined'), 4);
  amounts.set('underwriting.evaluated', 105);
  const { underwriting } = figuresOf(sumsOf(amounts), NO_SUMS);
  expect(underwriting.declinedByReason).toHaveLength(50);
  expect(underwriting.declinedByReason.map(({ reason }) => reason)).not.toContain('reason 07');
  expect(underwriting).toMatchObject({ declined: 105, declinedForOtherReasons: 5, undecided: 0 });
});
