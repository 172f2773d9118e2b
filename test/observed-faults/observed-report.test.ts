import { expect, it } from 'vitest';
import { holds } from '../long-run/report.ts';
import type { Observation } from './observation.ts';
import { observedReport } from './observed-report.ts';

const alert = {
  name: 'Away',
  isExpected: true,
  pendingAfterS: 1,
  firingAfterS: 2,
  resolvedAfterS: 3,
  runbook: 'away.md',
};
const good: Observation = {
  ...{
    name: 'kafka-killed',
    what: 'SIGKILL',
    metric: 'up == 0',
    healedBy: 'a start',
    movedAfterS: 1,
    alerts: [alert],
    expected: ['Away'],
  },
  ...{ healingS: 2, lost: 0, doubled: 0, divergences: [], failure: null },
};
const reportOf = (...observations: Observation[]) =>
  observedReport({
    ...{ seed: 7, factor: 30, hasRules: true, observations, events: 9, reads: 9 },
    ...{ searched: [], leaks: [], incidents: [] },
  });

it('has a row for each fault', () => {
  expect(reportOf(good).page).toContain(
    '| kafka-killed | `up == 0` | 1 s | Away after 2 s, resolved 3 s after healing | away.md | a start (2 s) | 0 | 0 | 0 |',
  );
  expect(holds(reportOf(good))).toBe(true);
});

it.each([
  ['no alert fires', { alerts: [] }],
  ['only an alert of something else fires', { alerts: [{ ...alert, isExpected: false }] }],
  ['an alert goes on firing', { alerts: [{ ...alert, resolvedAfterS: null }] }],
  ['something is lost', { lost: 1 }],
  ['something is applied twice', { doubled: 1 }],
  ['it does not heal', { failure: 'Kafka did not come back' }],
])('does not hold when %s', (_, change) => {
  expect(holds(reportOf(good, { ...good, ...change }))).toBe(false);
});
