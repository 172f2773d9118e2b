import { BASE_PATH } from '@fundlens/query/app';
import type { IssuedCredential } from '../../harness/tenants.ts';
import type { TestSystem } from '../../harness/test-system.ts';
import { fillDashboard } from './dashboard-facts.ts';
import { QUERY_OPTIONS, runLoad, sideOf } from './read-bench.ts';
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
};

type Side = { readonly token: string; readonly query: string };

const SHORTEST_DAYS = 1;
const LONGEST_DAYS = 365;
const WARM_UP_SECONDS = 2;
/** Enough to keep both services busy, few enough that latencies mean something. */
const CONNECTIONS = 32;

/** Requests per second of `/dashboard/stats`: the longest window beside the shortest, and many facts beside few. */
export async function benchDashboard(bench: DashboardBench): Promise<Comparison[]> {
  const { system, few, many, rounds, seconds } = bench;
  const now = Date.now();
  for (const { locationId, facts } of [few, many]) await fillDashboard(system.db, locationId, facts, now);
  const query = await system.startQuery(QUERY_OPTIONS);
  const measure = async (side: Side, length: number) => {
    const paths = [`${BASE_PATH}/dashboard/stats?${side.query}`];
    const task = { ...sideOf(query), paths, token: side.token, connections: CONNECTIONS, seconds: length };
    const { requestsPerSecond, p50Micros, p99Micros } = await runLoad(task);
    return { value: requestsPerSecond, details: { p50Micros, p99Micros } };
  };
  const of = ({ credential: { token } }: DashboardTenant, days: number): Side => ({ token, query: `days=${days}` });
  const [fewLong, manyLong] = [of(few, LONGEST_DAYS), of(many, LONGEST_DAYS)];
  const rows: readonly (readonly [name: string, floor: Side, subject: Side])[] = [
    [`${LONGEST_DAYS} days by ${SHORTEST_DAYS} day, ${many.facts} facts`, of(many, SHORTEST_DAYS), manyLong],
    [`${many.facts} facts by ${few.facts}, ${LONGEST_DAYS} days`, fewLong, manyLong],
  ];
  try {
    for (const side of [fewLong, manyLong]) await measure(side, WARM_UP_SECONDS);
    const comparisons: Comparison[] = [];
    for (const [name, floor, subject] of rows) {
      const sides = { floor: () => measure(floor, seconds), subject: () => measure(subject, seconds) };
      comparisons.push(compare(`dashboard: ${name}`, 'requests/s', await inTurns(rounds, sides)));
    }
    return comparisons;
  } finally {
    await query.stop();
  }
}
