import { expect, test } from 'vitest';
import { figuresOf } from './dashboard-figures.ts';
import { labelled, leftOver } from './dashboard-measures.ts';
import { NO_SUMS, sumsOf } from './window-sums.ts';

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
