import { FIRST_STATE_DAY, ZONE_CHANGED } from '@fundlens/read-models/dashboards/dashboard-measures';
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
  return readWindow(document, { today, days }).credit.reportsPulled;
}

test('the longest window reaches back 365 days, also for a reader whose clock is a day behind', () => {
  const document = counted([TODAY, TODAY - 364, TODAY - 365, TODAY - 366].map(reportOn));
  expect(reports(document, TODAY, 365)).toBe(2);
  expect(reports(document, TODAY - 1, 365)).toBe(2);
});

test('a document reaches back two longest windows, and one day for a reader whose clock is behind', () => {
  const document = counted([TODAY - 365, TODAY - 729, TODAY - 730, TODAY - 731].map(reportOn));
  expect([reports(document, TODAY - 365, 365), reports(document, TODAY - 366, 365)]).toEqual([2, 2]);
  // Of three in that window the first is dropped.
  expect(reports(document, TODAY - 367, 365)).toBe(2);
});

test('nothing is read when nothing changed on the same day, not even for a zone that came back', () => {
  expect(plan(counted([])).factDays).toEqual([]);
  expect(plan(counted([]), { dirtyDays: [ZONE_CHANGED] }).factDays).toEqual([]);
});

test('a changed state day is read alone, and a day that no window can reach is not read', () => {
  const dirtyDays = [FIRST_STATE_DAY + 3, TODAY - 1_000, TODAY + FUTURE_DAYS + 1_000];
  expect(plan(counted([]), { dirtyDays }).factDays).toEqual([FIRST_STATE_DAY + 3]);
});

test('more days than can be read one by one are a count of everything', () => {
  const dirtyDays = Array.from({ length: 40 }, (_, index) => TODAY - index * 5);
  expect(plan(counted([]), { dirtyDays }).factDays).toBeNull();
  expect(plan(counted([]), { today: TODAY + 500 }).factDays).toBeNull();
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

test('a refresher whose clock goes back counts again the days that the other had dropped', () => {
  const facts = [reportOn(TODAY - 365), reportOn(TODAY)];
  const ahead = counted(facts, TODAY + 30);
  expect(refreshWindow(ahead, plan(ahead), facts)).toEqual(counted(facts));
});
