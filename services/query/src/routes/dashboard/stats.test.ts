import { FIRST_STATE_DAY, labelled } from '@fundlens/read-models/dashboards/dashboard-measures';
import { packSums } from '@fundlens/read-models/dashboards/dashboard-sums';
import { type DashboardWindow, PAST_DAYS } from '@fundlens/read-models/dashboards/dashboard-window';
import { localDay } from '@fundlens/read-models/dashboards/local-day';
import { expect, test } from 'vitest';
import { dashboardRoutes } from '../dashboard.ts';
import type { CheckedRequest, RouteDependencies } from '../route.ts';
import { dashboardData } from './dashboard-data.ts';
import { StatsTotals } from './stats.ts';

/** It is the first of March in Kiritimati, and the last of February on the other side of the date line. */
const NOW = Date.parse('2026-02-28T11:30:00Z');

const TODAY = localDay(NOW, 'UTC');

function documentIn(timeZone: string): DashboardWindow {
  const today = localDay(NOW, timeZone);
  const firstDay = today - PAST_DAYS;
  const days = (...counts: [day: number, count: number][]) => new Map(counts);
  const sums = new Map([
    ['underwriting.evaluated', days([today, 3], [today - 7, 4], [firstDay + 1, 5])],
    [labelled('underwriting.declined', 'income'), days([today, 1], [today - 7, 2])],
    ['funding.funded-cents', days([today - 1, 2 ** 60])],
    ['deals.open', days([FIRST_STATE_DAY, 2])],
  ]);
  return { timeZone, firstDay, sums: packSums(sums) };
}

function sumOf(documents: readonly (DashboardWindow | null)[], request: { days: number; series?: 'daily' }) {
  const totals = new StatsTotals({ ...request, now: NOW });
  for (const document of documents) totals.add(document);
  return totals.companyData();
}

test('a location has the same figures with and without series and comparison, and in a company of its own', () => {
  for (const document of [documentIn('America/Chicago'), null]) {
    for (const days of [1, 7, 365]) {
      const plain = new StatsTotals({ days, now: NOW }).add(document).data();
      const request = { days, now: NOW, series: 'daily', compare: 'previous' } as const;
      const full = new StatsTotals(request).add(document).data();
      expect(full).toMatchObject(plain);
      expect(dashboardData.parse(full)).toEqual(full);
      expect(sumOf([document], { days })).toMatchObject(plain);
    }
  }
});

test('locations on both sides of the date line have windows of two days more', () => {
  const zones = ['Pacific/Kiritimati', 'Etc/GMT+12', 'Etc/GMT+12'];
  const data = sumOf(zones.map(documentIn), { days: 2, series: 'daily' });
  expect(sumOf(zones.toReversed().map(documentIn), { days: 2, series: 'daily' })).toEqual(data);
  expect(data.window).toEqual({ days: 2, from: '2026-02-26', to: '2026-03-01', timeZone: 'Etc/GMT+12' });
  expect(data.series?.dates).toEqual(['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01']);
  expect(data.series?.underwriting.evaluated).toEqual([0, 6, 0, 3]);
  expect(data.company).toEqual({ locations: 3, timeZones: ['Etc/GMT+12', 'Pacific/Kiritimati'] });
});

test('a sum of cents beyond what JSON readers take exactly is shown as the largest that they do', () => {
  const data = sumOf([documentIn('UTC'), documentIn('UTC')], { days: 2, series: 'daily' });
  expect(data.funding.fundedAmountCents).toBe(Number.MAX_SAFE_INTEGER);
  expect(data.series?.funding.fundedAmountCents).toEqual([Number.MAX_SAFE_INTEGER, 0]);
});

test('a label that reads like a measure by dimension is in the series too', () => {
  const declined = labelled('underwriting.declined', 'case-by-case review');
  const sums = new Map([declined, 'underwriting.evaluated'].map((measure) => [measure, new Map([[TODAY, 1]])]));
  const { underwriting } =
    sumOf([{ ...documentIn('UTC'), sums: packSums(sums) }], { days: 1, series: 'daily' }).series ?? {};
  expect([underwriting?.declined, underwriting?.undecided]).toEqual([[1], [0]]);
});

test('a company without locations has zeros', () => {
  const data = sumOf([], { days: 2, series: 'daily' });
  expect([data.company, data.credit.reportsPulled]).toEqual([{ locations: 0, timeZones: [] }, 0]);
});

test('adding up a company ends when its client has left', async () => {
  async function* findWindows() {
    for (;;) yield documentIn('UTC');
  }
  const clock = { now: () => NOW };
  const [route] = dashboardRoutes({ dashboards: { findWindows }, clock } as unknown as RouteDependencies);
  const read = route?.read({ scope: 'company', days: 365 }, { reach: 'agency', companyId: 'acme', locationId: null });
  const signal = AbortSignal.timeout(20);
  await expect(read?.({ locationIds: [], signal: () => signal } as unknown as CheckedRequest)).rejects.toThrow();
});
