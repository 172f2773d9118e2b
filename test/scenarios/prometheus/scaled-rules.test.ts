import { expect, it } from 'vitest';
import { scaledRules, secondsOf } from './scaled-rules.ts';

it('shortens waits, windows, steps, offsets and intervals, and changes no threshold', () => {
  const rules = `
groups:
  - name: freshness
    interval: 30s
    rules:
      - alert: Stale
        expr: |
          max(age_seconds) > 300 and rate(total{status=~"5.."}[5m]) > 0.1
            and max_over_time(up[1h:1m] offset 10m) == 0
        for: 10m
        keep_firing_for: '1h30m'
        annotations:
          summary: older than 5m
`;
  expect(scaledRules(rules, 30)).toBe(`
groups:
  - name: freshness
    interval: 1s
    rules:
      - alert: Stale
        expr: |
          max(age_seconds) > 300 and rate(total{status=~"5.."}[10s]) > 0.1
            and max_over_time(up[120s:2s] offset 20s) == 0
        for: 20s
        keep_firing_for: 180s
        annotations:
          summary: older than 5m
`);
});

it('leaves a window so long that it holds some scrapes, and a wait of a second', () => {
  expect(scaledRules('for: 15s\nexpr: rate(a[1m])', 60)).toBe('for: 1s\nexpr: rate(a[5s])');
});

it('reads durations of several units', () => {
  expect(secondsOf('1h30m')).toBe(5_400);
  expect(secondsOf('500ms')).toBe(0.5);
});
