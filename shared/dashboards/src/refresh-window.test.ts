import { FUTURE_DAYS, type WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import type { Fact } from '@fundlens/read-models/dashboards/fact';
import { readWindow } from '@fundlens/read-models/dashboards/testing/read-window';
import { expect, test } from 'vitest';
import { planRecount, refreshWindow } from './refresh-window.ts';

const DAY_MS = 86_400_000;
const TODAY = 20_000;
const reportOn = (day: number): Fact => ({ at: day * DAY_MS + DAY_MS / 2, amounts: { 'credit.reports': 1 } });
const plan = (previous: WindowDocument | null, { today = TODAY, dirtyDays = [] as number[], timeZone = 'UTC' } = {}) =>
  planRecount(previous, { dirtyDays, timeZone, today });

function counted(facts: readonly Fact[], today = TODAY): WindowDocument {
  const document = refreshWindow(null, plan(null, { today }), facts);
  if (document === null) throw new Error('a count of everything can always tell');
  return document;
}

function reports(document: WindowDocument | null, today: number, days: number): number {
  return Number(readWindow(document, { today, days }).credit.reportsPulled);
}

test('a document reaches back two longest windows, and one day for a reader whose clock is behind', () => {
  const document = counted([0, 364, 365, 366, 729, 730, 731].map((back) => reportOn(TODAY - back)));
  expect([0, 1, 365, 366].map((back) => reports(document, TODAY - back, 365))).toEqual([2, 2, 3, 3]);
  // Of three in that window the first is dropped.
  expect(reports(document, TODAY - 367, 365)).toBe(2);
});

test('a document of another layout is counted from nothing', () => {
  const facts = [reportOn(TODAY)];
  const former = { ...counted([]), sums: Buffer.from('\0\0\0\x07[[],[]]') };
  expect(refreshWindow(former, plan(former), facts)).toEqual(counted(facts));
});

test('days that come into reach later, ten years ahead, are counted when they do', () => {
  const facts = [reportOn(TODAY + FUTURE_DAYS), reportOn(TODAY + FUTURE_DAYS + 1)];
  const today = TODAY + 1;
  const document = counted(facts);
  expect(reports(document, TODAY + FUTURE_DAYS + 1, 365)).toBe(1);
  const refreshed = refreshWindow(document, plan(document, { today }), facts);
  expect(reports(refreshed, TODAY + FUTURE_DAYS + 1, 365)).toBe(2);
  expect(refreshed).toEqual(counted(facts, today));
});
