import { expect, it } from 'vitest';
import { metricValues } from './metrics.ts';

it('adds the series of one name', () => {
  const values = metricValues('# HELP a of a\na 3\na_total{x="1"} 4\na_total{x="2"} 5\n');

  expect([values.sum('a'), values.sum('a_total'), values.max('a_total'), values.sum('b')]).toEqual([3, 9, 5, 0]);
});
