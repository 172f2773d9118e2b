import { MAX_WINDOW_DAYS, readWindow, type WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import { FALLBACK_TIME_ZONE, isoDay, localDay } from '@fundlens/read-models/dashboards/local-day';
import { z } from 'zod';
import { validate } from '../../middleware/validate.ts';
import type { DashboardQueries } from '../../queries/dashboards.ts';
import { wholeNumber } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';
import { dashboardData } from './dashboard-data.ts';

const DEFAULT_DAYS = 30;

export type DashboardDependencies = {
  readonly steps: Steps;
  readonly dashboards: Pick<DashboardQueries, 'findWindow'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

const parameters = z.object({
  days: wholeNumber({ min: 1, max: MAX_WINDOW_DAYS, defaultValue: DEFAULT_DAYS }).describe(
    'Length of the window in calendar days, which ends today.',
  ),
});

/** GET /dashboard/stats: sums over the last days of the location's own calendar. */
export function findDashboardStats({ steps, dashboards, now }: DashboardDependencies): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes } = steps;
  const renderedOnce = createRenderedOnce();
  return defineRoute(
    {
      path: '/dashboard/stats',
      tag: 'Dashboard',
      summary: 'Aggregate statistics of a recent window',
      description:
        "Credit, underwriting, funding and deal figures over the last `days` days of the location's calendar, today " +
        'included. A location in which nothing has happened has zeros.',
      data: dashboardData,
    },
    authenticate,
    audit({ operation: 'dashboard.stats', structural: ['days'] }),
    requirePermission('read'),
    limit,
    validate(parameters),
    checkLocation,
    dataAsOf(...DASHBOARD_SOURCES, 'dashboard_windows'),
    conditional,
    boundBytes,
    async ({ state }) => {
      const window = await dashboards.findWindow(state.locationId);
      state.data = [renderedOnce(window, state.parameters.days, now())];
    },
  );
}

/** Requests of one turn of the event loop get the same document object, which is rendered once for all of them. */
function createRenderedOnce(): (document: WindowDocument | null, days: number, now: number) => Uint8Array {
  const rendered = new WeakMap<WindowDocument, Map<string, Uint8Array>>();
  return (document, days, now) => {
    const data = () => Buffer.from(JSON.stringify(dashboardOf(document, days, now)));
    if (document === null) return data();
    const own = rendered.get(document) ?? new Map<string, Uint8Array>();
    rendered.set(document, own);
    const key = `${days} ${localDay(now, document.timeZone)}`;
    const bytes = own.get(key) ?? data();
    own.set(key, bytes);
    return bytes;
  };
}

/** @param days length of the window, which ends today. @param now epoch milliseconds. */
export function dashboardOf(
  document: WindowDocument | null,
  days: number,
  now: number,
): z.output<typeof dashboardData> {
  const timeZone = document?.timeZone ?? FALLBACK_TIME_ZONE;
  const today = localDay(now, timeZone);
  const window = { days, from: isoDay(today - days + 1), to: isoDay(today), timeZone };
  return { window, ...readWindow(document, { today, days }) };
}
