import { expect, test } from 'vitest';
import { columnsOf, figureColumnsSchema, windowFiguresSchema, withoutState } from './dashboard-figures.ts';
import { readWindow } from './testing/read-window.ts';
import { NO_SUMS } from './window-sums.ts';

const NOTHING = readWindow(null, { today: 20_000, days: 1 });

test('another window has every figure but those', () => {
  const figures = withoutState(NOTHING);
  expect(windowFiguresSchema.parse(figures)).toEqual(figures);
  expect(windowFiguresSchema.safeParse(NOTHING).success).toBe(false);
});

test('a series has every figure of a window that is no list, null where a day has none', () => {
  const columns = columnsOf([null, NO_SUMS]);
  expect(figureColumnsSchema.parse(columns)).toEqual(columns);
  expect(columns.credit.reportsByBureau).toMatchObject({ equifax: [0, 0] });
  expect(columns.credit.averageScore).toEqual([null, null]);
  expect(columns.underwriting).not.toHaveProperty('declinedByReason');
  expect(columns.deals).not.toHaveProperty('open');
});
