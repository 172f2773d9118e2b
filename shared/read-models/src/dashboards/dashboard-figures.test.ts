import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  columnsOf,
  figureColumnsSchema,
  figuresBody,
  figuresSchema,
  windowFiguresSchema,
  withoutState,
} from './dashboard-figures.ts';
import { readWindow } from './testing/read-window.ts';
import { NO_SUMS } from './window-sums.ts';

const NOTHING = readWindow(null, { today: 20_000, days: 1 });

/** Paths of the figures whose description says that they are of the state now. */
function statedAsState(schema: z.ZodObject, path = ''): string[] {
  return Object.entries(schema.shape).flatMap(([name, member]) => {
    const here = path === '' ? name : `${path}.${name}`;
    if ((member as z.ZodType).description?.startsWith('State now') === true) return [here];
    return member instanceof z.ZodObject ? statedAsState(member, here) : [];
  });
}

test('the figures of the state now are those that the schema says to be', () => {
  const state = Object.entries(figuresBody('now').shape);
  const listed = state.flatMap(([group, { shape }]) => Object.keys(shape).map((name) => `${group}.${name}`));
  expect(listed).toEqual(statedAsState(figuresSchema));
});

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
