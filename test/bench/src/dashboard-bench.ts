import { BASE_PATH } from '@fundlens/query/app';
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
  readonly seconds: number;
  readonly rounds: number;
  /** Told when the filling is done. */
  readonly report: () => void;
};

const SHORTEST_DAYS = 1;
const LONGEST_DAYS = 365;
const WARM_UP_SECONDS = 2;

/** Requests per second of `/dashboard/stats`: the longest window beside the shortest, many facts beside few. */
export async function benchDashboard(bench: DashboardBench): Promise<Comparison[]> {
  const { system, few, many } = bench;
  const now = Date.now();
  const facts = new Map<DashboardTenant, number>();
  for (const tenant of [few, many]) {
    facts.set(tenant, await fillDashboard(system.db, tenant.locationId, tenant.facts, now));
  }
  bench.report();
  const query = await system.startQuery({ LOG_LEVEL: 'info', ACCESS_MAX_AGE: '0' });
  const measure = (tenant: DashboardTenant, days: number, seconds: number) =>
    loadOf({
      url: new URL(query.baseUrl).origin,
      paths: [`${BASE_PATH}/dashboard/stats?days=${days}`],
      seconds,
      token: tenant.credential.token,
    });
  const labelOf = (tenant: DashboardTenant) => `${facts.get(tenant)} facts`;
  type Side = { readonly tenant: DashboardTenant; readonly days: number };
  const inTurnsOn = async (name: string, floor: Side, subject: Side): Promise<Comparison> =>
    compare(
      name,
      'requests/s',
      await inTurns(bench.rounds, {
        floor: () => measure(floor.tenant, floor.days, bench.seconds),
        subject: () => measure(subject.tenant, subject.days, bench.seconds),
      }),
    );
  try {
    for (const tenant of [few, many]) await measure(tenant, LONGEST_DAYS, WARM_UP_SECONDS);
    const byDays = (tenant: DashboardTenant) =>
      inTurnsOn(
        `dashboard: ${LONGEST_DAYS} days by ${SHORTEST_DAYS} day, ${labelOf(tenant)}`,
        { tenant, days: SHORTEST_DAYS },
        { tenant, days: LONGEST_DAYS },
      );
    const byFacts = inTurnsOn.bind(null, `dashboard: ${labelOf(many)} by ${labelOf(few)}, ${LONGEST_DAYS} days`);
    return [
      await byDays(few),
      await byDays(many),
      await byFacts({ tenant: few, days: LONGEST_DAYS }, { tenant: many, days: LONGEST_DAYS }),
    ];
  } finally {
    await query.stop();
  }
}
