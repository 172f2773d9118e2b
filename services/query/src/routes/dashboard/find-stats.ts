import { MAX_WINDOW_DAYS, readWindow } from '@fundlens/read-models/dashboards/dashboard-window';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import { FALLBACK_TIME_ZONE, isoDay, localDay } from '@fundlens/read-models/dashboards/local-day';
import { z } from 'zod';
import type { DashboardQueries } from '../../queries/dashboards.ts';
import { wholeNumber } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import { dashboardData } from './dashboard-data.ts';

const USUAL_DAYS = 30;

export type DashboardDependencies = {
  readonly dashboards: Pick<DashboardQueries, 'findWindow'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** GET /dashboard/stats: sums over the last days of the location's own calendar. */
export function findDashboardStats({ dashboards, now }: DashboardDependencies): Route {
  return defineRoute({
    path: '/dashboard/stats',
    operation: 'dashboard.stats',
    permission: null,
    location: 'one',
    tag: 'Dashboard',
    summary: 'Aggregate statistics of a recent window',
    description:
      "Credit, underwriting, funding and deal figures over the last `days` days of the location's calendar, today " +
      'included. A location in which nothing has happened has zeros.',
    data: dashboardData,
    caching: 'revalidated',
    reads: [...DASHBOARD_SOURCES, 'dashboard_windows'],
    parameters: z.object({
      days: wholeNumber({ min: 1, max: MAX_WINDOW_DAYS, usual: USUAL_DAYS }).describe(
        'Length of the window in calendar days, which ends today.',
      ),
    }),
    structural: ['days'],
    prepare:
      ({ days }) =>
      async ({ locationId }) => {
        const document = await dashboards.findWindow(locationId);
        const timeZone = document?.timeZone ?? FALLBACK_TIME_ZONE;
        const today = localDay(now(), timeZone);
        const window = { days, from: isoDay(today - days + 1), to: isoDay(today), timeZone };
        const data: z.output<typeof dashboardData> = { window, ...readWindow(document, { today, days }) };
        return { data: [Buffer.from(JSON.stringify(data))] };
      },
  });
}
