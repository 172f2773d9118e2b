import { expect, it } from 'vitest';
import { firstAfter, observedAlerts } from './observation.ts';

const from = (labels: Record<string, string>, first: number, last: number) => ({
  labels,
  samples: Array.from({ length: last - first + 1 }, (_, n) => ({ time: first + n, value: 1 })),
});
const moments = { injectedAt: 100, healedAt: 130, overAt: 150 };

it('says after how many seconds a metric moved, and not that it had moved before', () => {
  expect(firstAfter([from({}, 103, 110), from({}, 105, 106)], 100.5)).toBe(2.5);
  expect(firstAfter([from({}, 90, 95)], 100)).toBeNull();
});

it('says when each alert was pending, fired and was resolved', () => {
  const series = [
    from({ alertname: 'Away', alertstate: 'pending' }, 104, 109),
    from({ alertname: 'Away', alertstate: 'firing' }, 110, 134),
    from({ alertname: 'Other', alertstate: 'pending' }, 120, 125),
    from({ alertname: 'Still', alertstate: 'firing' }, 121, 150),
  ];
  const annotations = { runbook_url: 'infra/guides/runbook.md#away' };
  const rules = [{ name: 'Away', expression: 'up == 0', waitSeconds: 6, labels: {}, annotations }];
  expect(observedAlerts(series, { expected: ['Away'], rules, moments })).toMatchObject([
    {
      name: 'Away',
      isExpected: true,
      pendingAfterS: 4,
      firingAfterS: 10,
      resolvedAfterS: 5,
      runbook: annotations.runbook_url,
    },
    { name: 'Still', isExpected: false, pendingAfterS: null, firingAfterS: 21, resolvedAfterS: null, runbook: null },
  ]);
});
