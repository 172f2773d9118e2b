import { FIRST_STATE_DAY, STATE_DAYS } from '@fundlens/read-models/dashboards/dashboard-measures';
import { dealChanged } from '@fundlens/testing/event-builders';
import { expect, test } from 'vitest';
import { deals } from './projections.ts';
import { given } from '../testing/given.ts';

test('open deals are spread over the days that stand for state', () => {
  const events = Array.from({ length: 500 }, (_, n) => dealChanged({ dealId: `deal-${n}`, createdAt: null }));
  const days = Object.values(given(deals, ...events)).flatMap(({ fields }) => fields.days as number[]);
  expect(days).toHaveLength(500);
  expect(Math.min(...days)).toBeGreaterThanOrEqual(FIRST_STATE_DAY);
  expect(Math.max(...days)).toBeLessThan(FIRST_STATE_DAY + STATE_DAYS);
  expect(new Set(days).size).toBeGreaterThan(180);
});
