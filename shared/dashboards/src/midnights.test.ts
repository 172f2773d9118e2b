import { readWindow } from '@fundlens/read-models/dashboards/dashboard-window';
import type { Fact } from '@fundlens/read-models/dashboards/fact';
import { isoDay, localDay } from '@fundlens/read-models/dashboards/local-day';
import { expect, test, vi } from 'vitest';
import { planRecount, refreshWindow } from './refresh-window.ts';
import { dateIn, daysBefore } from './testing/plain-recount.ts';

/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 120_000 });

const QUARTER_HOUR_MS = 900_000;
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const END = START + 366 * DAY_MS;
const WINDOWS = [1, 2, 7, 30, 90, 365];
const ALL_WINDOWS = Array.from({ length: 365 }, (_, index) => index + 1);
const ZONES = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe'] as const;

/** The first instant of each day of the year on the wall calendar of the zone. */
function midnights(timeZone: string): number[] {
  const found: number[] = [];
  for (let instant = START; instant < END; instant += QUARTER_HOUR_MS) {
    if (dateIn(timeZone, instant) !== dateIn(timeZone, instant - 1)) found.push(instant);
  }
  return found;
}

/** Reports in the two years around: just before and after each midnight UTC and each local one, and within the days. */
function factsAround(local: readonly number[]): Fact[] {
  const instants = local.flatMap((midnight) => [midnight - 1, midnight, midnight + 1]);
  for (let day = START - 366 * DAY_MS; day < END; day += DAY_MS)
    instants.push(day - 1, day, day + (day % 7) * 10_000_000);
  return instants.map((at) => ({ at, amounts: { 'credit.reports': 1 } }));
}

test.each(ZONES)(
  'in %s each midnight of a year turns every window by one day, with a document made before all of them',
  (timeZone) => {
    const local = midnights(timeZone);
    const facts = factsAround(local);
    const refreshed = (now: number) => {
      const recount = planRecount(null, { dirtyDays: [], timeZone, today: localDay(now, timeZone) });
      return refreshWindow(null, recount, facts);
    };
    const document = refreshed(START);
    const perDate = new Map<string, number>();
    for (const fact of facts) {
      const date = dateIn(timeZone, 'at' in fact ? fact.at : 0);
      perDate.set(date, (perDate.get(date) ?? 0) + 1);
    }
    const recounted = (today: string, days: number) =>
      Array.from({ length: days }, (_, back) => perDate.get(daysBefore(today, back)) ?? 0).reduce((a, b) => a + b, 0);

    expect(local).toHaveLength(366);
    for (const [index, midnight] of local.entries()) {
      for (const now of [midnight - 1, midnight]) {
        const today = localDay(now, timeZone);
        const windows = index % 73 === 0 ? ALL_WINDOWS : WINDOWS;
        const read = windows.map((days) => readWindow(document, { today, days }).credit.reportsPulled);
        expect(read, isoDay(today)).toEqual(windows.map((days) => recounted(isoDay(today), days)));
      }
    }
  },
);
