import { expect, it } from 'vitest';
import { metricsIn, recordedRuleTest } from './recorded-rule-test.ts';

it('finds the metrics of an expression', () => {
  expect(metricsIn('sum(up{job="query"}) == 0 or max(fundlens_query_connections) > 9 and up == 1')).toEqual([
    'up',
    'fundlens_query_connections',
  ]);
});

it('takes what a recording rule selects for the rule', () => {
  const recorded = new Map([['fundlens:a:rate5m', 'rate(fundlens_a_total[5m])']]);
  expect(metricsIn('fundlens:a:rate5m > 1', recorded)).toEqual(['fundlens_a_total']);
});

it('writes series in short, each recorded second as so many as the rules were scaled by', () => {
  const values = [1, 1, 1, 0, 0, 0.12345];
  const samples = values.map((value, index) => ({ time: 50 + index, value }));
  const text = recordedRuleTest({
    ...{ fault: 'query-killed', alert: 'Down', factor: 30, range: { from: 50, to: 57 }, firingAt: 55.2 },
    series: [{ labels: { __name__: 'up', instance: 'query-1' }, samples }],
  });
  expect(text).toContain(`- series: 'up{instance="query-1"}'\n        values: '1x2 0x1 0.123 _x2'`);
  expect(text).toContain('interval: 30s');
  expect(text).toContain('eval_time: 150s');
});
