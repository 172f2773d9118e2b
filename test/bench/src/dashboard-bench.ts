import { BASE_PATH } from '@fundlens/query/app';
import { modelVersion } from '@fundlens/read-models/definition';
import { dashboardWindows } from '@fundlens/read-models/definitions';
import type { IssuedCredential } from '../../harness/tenants.ts';
import type { TestSystem } from '../../harness/test-system.ts';
import { fillDashboard } from './dashboard-facts.ts';
import { loadOf } from './load-run.ts';
import { type Comparison, compare, inTurns } from './results.ts';

/** A location of the bench, and how many facts its dashboard is to be counted from. */
export type DashboardTenant = {
  readonly locationId: string;
  readonly credential: IssuedCredential;
  readonly facts: number;
};

export type DashboardBench = {
  readonly system: TestSystem;
  readonly few: DashboardTenant;
  readonly many: DashboardTenant;
  readonly ofCompany: {
    readonly agency: IssuedCredential;
    /** Locations of the same company; each gets the window of `few`. */
    readonly others: readonly string[];
  };
  readonly seconds: number;
  readonly rounds: number;
  /** Told when the filling is done. */
  readonly report: () => void;
};

type Side = { readonly tenant: DashboardTenant; readonly days: number; readonly more?: string };

const SHORTEST_DAYS = 1;
const LONGEST_DAYS = 365;
const WARM_UP_SECONDS = 2;

/**
 * Requests per second of `/dashboard/stats`: the longest window beside the shortest, many facts beside few, each day and the
 * window before beside the window alone, a company's locations beside one.
 */
export async function benchDashboard(bench: DashboardBench): Promise<Comparison[]> {
  const { system, few, many } = bench;
  const now = Date.now();
  const facts = new Map<DashboardTenant, number>();
  for (const tenant of [few, many]) {
    facts.set(tenant, await fillDashboard(system.db, tenant.locationId, tenant.facts, now));
  }
  await copyWindow(system, few.locationId, bench.ofCompany.others);
  bench.report();
  const query = await system.startQuery({ LOG_LEVEL: 'info', ACCESS_MAX_AGE: '0' });
  const measure = ({ tenant, days, more = '' }: Side, seconds: number) =>
    loadOf({
      url: new URL(query.baseUrl).origin,
      paths: [`${BASE_PATH}/dashboard/stats?days=${days}${more}`],
      seconds,
      token: tenant.credential.token,
    });
  const labelOf = (tenant: DashboardTenant) => `${facts.get(tenant)} facts`;
  const inTurnsOn = async (name: string, floor: Side, subject: Side): Promise<Comparison> =>
    compare(
      name,
      'requests/s',
      await inTurns(bench.rounds, {
        floor: () => measure(floor, bench.seconds),
        subject: () => measure(subject, bench.seconds),
      }),
    );
  try {
    for (const tenant of [few, many]) await measure({ tenant, days: LONGEST_DAYS }, WARM_UP_SECONDS);
    const byDays = (tenant: DashboardTenant) =>
      inTurnsOn(
        `dashboard: ${LONGEST_DAYS} days by ${SHORTEST_DAYS} day, ${labelOf(tenant)}`,
        { tenant, days: SHORTEST_DAYS },
        { tenant, days: LONGEST_DAYS },
      );
    const byFacts = inTurnsOn.bind(null, `dashboard: ${labelOf(many)} by ${labelOf(few)}, ${LONGEST_DAYS} days`);
    const days = LONGEST_DAYS;
    const bySeries = (tenant: DashboardTenant) =>
      inTurnsOn(
        `dashboard: series and comparison by window, ${days} days, ${labelOf(tenant)}`,
        { tenant, days },
        { tenant, days, more: '&series=daily&compare=previous' },
      );
    const locations = bench.ofCompany.others.length + 2;
    const byCompany = (more: string) =>
      inTurnsOn(
        `dashboard: company of ${locations} locations by one${more === '' ? '' : ', series and comparison'}, ${days} days`,
        { tenant: few, days },
        { tenant: { ...few, credential: bench.ofCompany.agency }, days, more: `&scope=company${more}` },
      );
    return [
      await byDays(few),
      await byDays(many),
      await byFacts({ tenant: few, days }, { tenant: many, days }),
      await bySeries(few),
      await bySeries(many),
      await byCompany(''),
      await byCompany('&series=daily&compare=previous'),
    ];
  } finally {
    await query.stop();
  }
}

async function copyWindow({ db }: Pick<TestSystem, 'db'>, from: string, to: readonly string[]): Promise<void> {
  const windows = db.collection<{ _id: string }>(modelVersion(dashboardWindows));
  const window = await windows.findOne({ _id: from });
  if (window === null) throw new TypeError('the location has no window to copy');
  // The projector may have made empty ones.
  await windows.deleteMany({ _id: { $in: [...to] } });
  await windows.insertMany(to.map((locationId) => ({ ...window, _id: locationId, locationId })));
}
