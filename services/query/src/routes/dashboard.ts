import { setImmediate } from 'node:timers/promises';
import { MAX_WINDOW_DAYS } from '@fundlens/read-models/dashboards/dashboard-window';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import { z } from 'zod';
import { MAX_COMPANY_LOCATIONS } from '../credentials/access-state.ts';
import { jsonBytes } from '../envelope.ts';
import { dashboardData } from './dashboard/dashboard-data.ts';
import { StatsTotals } from './dashboard/stats.ts';
import { oneOf, wholeNumber } from './parameters.ts';
import { get, type Route, type RouteDependencies } from './route.ts';

const DEFAULT_DAYS = 30;
/** Measured: two series of a year have the event loop for up to 90 ms where much has happened. */
const MAX_LIGHT_DAYS = 100;
/** Milliseconds of adding up before other requests have the event loop. */
const MAX_TURN_MS = 5;

export function dashboardRoutes({ dashboards, clock }: RouteDependencies): readonly Route[] {
  return [
    get('/dashboard/stats', {
      operation: 'dashboard.stats',
      tag: 'Dashboard',
      summary: 'Aggregate statistics of a recent window',
      description:
        "Credit, underwriting, funding and deal figures over the last `days` days of the location's calendar, today " +
        'included. Counts what `/contacts` with `include`, `/pipeline` and `/deals` list: nothing of a contact that is deleted, or ' +
        'has not arrived yet. A location in which nothing has happened has zeros. With `scope=company` averages and rates are those ' +
        'of all contacts, results and recommendations together, and a label that a location counts among others is there ' +
        `too. A company with more than ${MAX_COMPANY_LOCATIONS} locations gets 400 (\`too_many_locations\`), never a part ` +
        'of the sum; `X-Wait-For-Position` needs one location.',
      parameters: z.object({
        days: wholeNumber(MAX_WINDOW_DAYS, DEFAULT_DAYS).describe(
          'Length of the window in calendar days, which ends today.',
        ),
        series: oneOf(['daily'])
          .optional()
          .describe('`daily`: each figure of each day of the window too, as `series`.'),
        compare: oneOf(['previous'])
          .optional()
          .describe('`previous`: the figures of as many days before the window too, as `previous`.'),
        scope: oneOf(['company'])
          .optional()
          .describe(
            '`company`, for agency keys alone and without `locationId`: the figures of all locations that the company has ' +
              `installed, at most ${MAX_COMPANY_LOCATIONS}, each in the window of its own time zone.`,
          ),
      }),
      audited: ['days', 'series', 'compare', 'scope'],
      location: 'scoped',
      reads: [...DASHBOARD_SOURCES, 'dashboard_windows'],
      data: dashboardData,
      isHeavy: ({ scope, series, days }) => scope === 'company' || (series === 'daily' && days > MAX_LIGHT_DAYS),
      read:
        ({ scope, ...asked }) =>
        async (request) => {
          const totals = new StatsTotals({ ...asked, now: clock.now() });
          if (scope !== 'company') return jsonBytes(totals.add(await dashboards.findWindow(request)).data());
          let turnStartedAt = performance.now();
          for await (const document of dashboards.findWindows(request.served, request.locationIds)) {
            totals.add(document);
            if (performance.now() - turnStartedAt < MAX_TURN_MS) continue;
            await setImmediate(undefined, { signal: request.signal() });
            turnStartedAt = performance.now();
          }
          return jsonBytes(totals.companyData());
        },
    }),
  ];
}
