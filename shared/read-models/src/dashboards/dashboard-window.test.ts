import { expect, test } from 'vitest';
import { figuresOf, figuresSchema } from './dashboard-figures.ts';
import { labelled, leftOver } from './dashboard-measures.ts';
import { readWindow } from './testing/read-window.ts';
import { NO_SUMS, sumsOf } from './window-sums.ts';

test('a location without data has zeros, and null where there is nothing to divide', () => {
  const figures = readWindow(null, { today: 20_000, days: 365 });
  expect(figuresSchema.parse(figures)).toEqual(figures);
  expect(figures.credit).toMatchObject({ reportsPulled: 0, averageScore: null, unscored: 0 });
  expect(figures.funding).toMatchObject({ approvalRate: null, plansByOutcome: [] });
  expect(JSON.stringify(figures)).not.toMatch(/[1-9]/);
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
  expect(JSON.stringify(underwriting.declinedByReason)).not.toContain('reason 07');
  expect(underwriting).toMatchObject({ declined: 105, declinedForOtherReasons: 5, undecided: 0 });
});
