import { expect, it } from 'vitest';
import { holds, type RunReport, summaryOf, textOf } from './report.ts';

const report: RunReport = {
  title: 'seed 7, 1 minutes',
  lines: ['events: 100'],
  notes: [{ name: 'incidents', broken: ['a service ended'] }],
  checks: [{ name: 'divergences', broken: [] }],
  figures: { events: 100 },
};
const broken: RunReport = { ...report, checks: [{ name: 'divergences', broken: ['contacts/a: body differs'] }] };

it('holds when no check is broken, whatever the notes say', () => {
  expect(holds(report)).toBe(true);
  expect(holds(broken)).toBe(false);
});

it('says at once whether the checks hold, with the seed, and shows what is broken', () => {
  expect(textOf(report)).toBe(
    'seed 7, 1 minutes: all checks hold\nevents: 100\nincidents: 1\n  a service ended\ndivergences: 0',
  );
  expect(textOf(broken)).toMatch(
    /^seed 7, 1 minutes: CHECKS DO NOT HOLD\n[\s\S]*divergences: 1\n {2}contacts\/a: body differs$/,
  );
});

it('shows the first twenty lines of a check, and how many there are more', () => {
  const many = { name: 'stale', broken: Array.from({ length: 25 }, (_, n) => `line ${n}`) };
  expect(textOf({ ...report, checks: [many] })).toMatch(/line 19\n {2}… and 5 more$/);
});

it('gives every line in the summary', () => {
  expect(summaryOf(broken)).toEqual({
    holds: false,
    events: 100,
    notes: { incidents: ['a service ended'] },
    checks: { divergences: ['contacts/a: body differs'] },
  });
});
