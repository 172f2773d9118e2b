import { setImmediate } from 'node:timers/promises';
import { MAX_WINDOW_DAYS, type DashboardWindow } from '@fundlens/read-models/dashboards/dashboard-window';
import { localDay } from '@fundlens/read-models/dashboards/local-day';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import { z } from 'zod';
import { MAX_COMPANY_LOCATIONS } from '../../credentials/access-state.ts';
import { validate } from '../../middleware/validate.ts';
import type { DashboardQueries } from '../../queries/dashboards.ts';
import { createSharedReads } from '../../shared-reads.ts';
import { oneOf, wholeNumber } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';
import { dashboardData } from './dashboard-data.ts';
import { type StatsRequest, StatsTotals, statsOfLocation } from './stats.ts';

const DEFAULT_DAYS = 30;

export type DashboardDependencies = {
  readonly steps: Steps;
  readonly dashboards: Pick<DashboardQueries, 'findWindow' | 'findWindows'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

const parameters = z.object({
  days: wholeNumber({ min: 1, max: MAX_WINDOW_DAYS, defaultValue: DEFAULT_DAYS }).describe(
    'Length of the window in calendar days, which ends today.',
  ),
  series: oneOf(['daily']).optional().describe('`daily`: each figure of each day of the window too, as `series`.'),
  compare: oneOf(['previous'])
    .optional()
    .describe('`previous`: the figures of as many days before the window too, as `previous`.'),
  scope: oneOf(['company'])
    .optional()
    .describe(
      '`company`, for agency keys alone and without `locationId`: the figures of all locations that the company has ' +
        `installed, at most ${MAX_COMPANY_LOCATIONS}, each in the window of its own time zone.`,
    ),
});

/** GET /dashboard/stats: sums over the last days of the location's own calendar, or of all locations of a company. */
export function findDashboardStats({ steps, dashboards, now }: DashboardDependencies): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes, takeTurn } =
    steps;
  const renderedOnce = createRenderedOnce();
  const ofCompany = createCompanyStats(dashboards);
  return defineRoute(
    {
      path: '/dashboard/stats',
      tag: 'Dashboard',
      summary: 'Aggregate statistics of a recent window',
      description:
        "Credit, underwriting, funding and deal figures over the last `days` days of the location's calendar, today " +
        'included. Counts what `/contacts` with `include`, `/pipeline` and `/deals` list: nothing of a contact that is deleted, or ' +
        'has not arrived yet. A location in which nothing has happened has zeros. With `scope=company` averages and rates are those ' +
        'of all contacts, results and recommendations together, and a label that a location counts among others is there ' +
        `too. A company with more than ${MAX_COMPANY_LOCATIONS} locations gets 400 (\`too_many_locations\`), never a part ` +
        'of the sum; `X-Wait-For-Position` needs one location.',
      data: dashboardData,
    },
    authenticate,
    audit({ operation: 'dashboard.stats', structural: ['days', 'series', 'compare', 'scope'] }),
    requirePermission('read'),
    limit,
    validate(parameters, { location: 'scoped' }),
    checkLocation,
    dataAsOf(...DASHBOARD_SOURCES, 'dashboard_windows'),
    conditional,
    boundBytes,
    takeTurn(({ scope }) => scope === 'company'),
    async ({ state }) => {
      const { scope, ...asked } = state.parameters;
      const request = { ...asked, now: now() };
      state.data =
        scope === 'company'
          ? [await ofCompany(state.locationIds, request, state.signal)]
          : [renderedOnce(await dashboards.findWindow(state.locationId), request)];
    },
  );
}

/** Requests of one turn of the event loop get the same document object, which is rendered once for all of them. */
function createRenderedOnce(): (document: DashboardWindow | null, request: StatsRequest) => Uint8Array {
  const rendered = new WeakMap<DashboardWindow, Map<string, Uint8Array>>();
  return (document, request) => {
    const data = () => jsonBytes(statsOfLocation(document, request));
    if (document === null) return data();
    const own = rendered.get(document) ?? new Map<string, Uint8Array>();
    rendered.set(document, own);
    const { days, series = '', compare = '', now } = request;
    const key = `${days} ${series} ${compare} ${localDay(now, document.timeZone)}`;
    const bytes = own.get(key) ?? data();
    own.set(key, bytes);
    return bytes;
  };
}

/** Milliseconds of adding up before other requests have the event loop. */
const MAX_TURN_MS = 5;

/** Adds up the windows of checked locations. Identical requests of one turn of the event loop share the read and the sum. */
function createCompanyStats(dashboards: DashboardDependencies['dashboards']) {
  const sharedRead = createSharedReads<Uint8Array>();

  async function addUp(
    locationIds: readonly string[],
    request: StatsRequest,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const totals = new StatsTotals(request);
    let found = 0;
    let turnStartedAt = performance.now();
    for await (const document of dashboards.findWindows(locationIds, signal)) {
      totals.add(document);
      found += 1;
      if (performance.now() - turnStartedAt < MAX_TURN_MS) continue;
      await setImmediate();
      turnStartedAt = performance.now();
    }
    for (let missing = locationIds.length - found; missing > 0; missing -= 1) totals.add(null);
    return jsonBytes(totals.companyData());
  }

  return (locationIds: readonly string[], request: StatsRequest, signal: AbortSignal): Promise<Uint8Array> => {
    const { days, series, compare } = request;
    const key = JSON.stringify([locationIds, days, series, compare]);
    return sharedRead({ key, signal, read: (shared) => addUp(locationIds, request, shared) });
  };
}

function jsonBytes(data: object): Uint8Array {
  return Buffer.from(JSON.stringify(data));
}
