import { createClient } from '@fundlens/client/client';
import type { QueryService, TestSystem } from '../../harness/test-system.ts';
import { runProgram, watchProgram } from './child-process.ts';
import type { LoadResult, LoadTask } from './load.ts';
import type { ReadData } from './read-data.ts';
import type { FloorTask } from './read-floor.ts';
import { type Comparison, compare } from './results.ts';

export type ReadBench = {
  /** Whose database holds the data. */
  readonly system: TestSystem;
  readonly data: ReadData;
  readonly seconds: number;
  readonly rounds: number;
  /** Called before each row, and with the id of the measured process. */
  readonly report: (line: string) => void;
};

/** Pages that no two connections ask for at once: what is the same in one turn is read once. */
const OWN_PAGE_SIZES = Array.from({ length: 64 }, (_, index) => 100 - index);
/** Enough to keep the service busy, and what many clients behind a proxy look like. */
const MANY_CONNECTIONS = 64;
/** Once for every row and side: caches fill, code gets compiled, pools open. */
const WARM_UP_SECONDS = 2;
/** No freshness from a projector comes: it has ended. */
export const QUERY_OPTIONS = { LOG_LEVEL: 'info', ACCESS_MAX_AGE: '0' };

type Row = { readonly name: string; readonly paths: readonly string[]; readonly connections?: number };
export type Side = { readonly url: string; readonly pid: number };

/** What reads cost and how many are answered, beside a bare server that reads the same stored bytes. */
export async function benchRead(bench: ReadBench): Promise<Comparison[]> {
  const { system, data, report } = bench;
  const query = await system.startQuery(QUERY_OPTIONS);
  // Names of profiles hold it.
  report(`the query service is process ${query.pid}`);
  const floor = await startFloor(system, data.locationId);
  try {
    const ours = sideOf(query);
    const comparisons: Comparison[] = [];
    for (const row of rowsOf(data, await followed(ours, data))) {
      report(row.name);
      comparisons.push(...(await measureRow(bench, row, { ours, floor })));
    }
    return comparisons;
  } finally {
    await Promise.all([floor.stop(), query.stop()]);
  }
}

/** Where a client is that has been told of everything. */
async function followed({ url }: Side, { credential, locationId }: ReadData): Promise<string> {
  const client = createClient({ baseUrl: `${url}/api/v1`, token: () => credential.token });
  let cursor = '';
  for await (const page of client.pages('/changes', { locationId, limit: 500 })) cursor = page.nextCursor;
  return cursor;
}

/** @param cursor of a client that follows. */
function rowsOf({ contactIds, reportIds }: ReadData, cursor: string): Row[] {
  const contacts = contactIds.map((id) => `/api/v1/contacts/${id}`);
  const reports = (ids: readonly string[]) => ids.map((id) => `/api/v1/credit-reports?requestId=${id}`);
  return [
    { name: 'point read', paths: contacts },
    { name: 'point read, 1 connection', paths: contacts, connections: 1 },
    {
      name: `pages of ${OWN_PAGE_SIZES.at(-1)} to ${OWN_PAGE_SIZES[0]}, each another`,
      paths: OWN_PAGE_SIZES.map((size) => `/api/v1/contacts?limit=${size}`),
    },
    { name: 'credit report of 6 KB', paths: reports(reportIds.small) },
    { name: 'credit report of 200 KB', paths: reports(reportIds.large) },
    { name: '/dashboard/stats, 30 days', paths: ['/api/v1/dashboard/stats?days=30'] },
    { name: '/changes, nothing new', paths: [`/api/v1/changes?limit=100&cursor=${cursor}`] },
  ];
}

async function measureRow(
  { data, rounds, seconds }: ReadBench,
  { name, paths, connections = MANY_CONNECTIONS }: Row,
  sides: { readonly ours: Side; readonly floor: Side },
): Promise<Comparison[]> {
  const measure = (side: Side, length: number) =>
    runLoad({ ...side, paths, token: data.credential.token, connections, seconds: length });
  const floor: LoadResult[] = [];
  const subject: LoadResult[] = [];
  for (const side of [sides.floor, sides.ours]) await measure(side, WARM_UP_SECONDS);
  for (let round = 1; round <= rounds; round += 1) {
    floor.push(await measure(sides.floor, seconds));
    subject.push(await measure(sides.ours, seconds));
  }
  const comparison = (metric: string, unit: string, of: (result: LoadResult) => number) => {
    const valuesOf = (results: readonly LoadResult[]) =>
      results.map((result) => ({ value: of(result), details: detailsOf(result) }));
    return compare(`${name}: ${metric}`, unit, { floor: valuesOf(floor), subject: valuesOf(subject) });
  };
  if (connections === 1) return [comparison('p50', 'µs', ({ p50Micros }) => p50Micros)];
  return [
    comparison('own processor time', 'µs/request', ({ ownCpuMs, requests }) => micros(ownCpuMs, requests)),
    comparison('rate', 'requests/s', ({ requestsPerSecond }) => requestsPerSecond),
  ];
}

function detailsOf({ requests, ownCpuMs, loaderCpuMs, ...figures }: LoadResult): Record<string, number> {
  return {
    requestsPerSecond: Math.round(figures.requestsPerSecond),
    p50Micros: figures.p50Micros,
    p99Micros: figures.p99Micros,
    ownMicros: micros(ownCpuMs, requests),
    loaderMicros: micros(loaderCpuMs, requests),
  };
}

function micros(cpuMs: number | null, requests: number): number {
  return Math.round(((cpuMs ?? Number.NaN) * 1_000) / requests);
}

/** @throws when a request failed: a measurement with failures means nothing */
export async function runLoad(task: LoadTask): Promise<LoadResult> {
  const result = await runProgram<LoadResult>('load.ts', task);
  if (result.failed > 0) throw new Error(`${result.failed} requests to ${task.url} failed: the measurement is void`);
  return result;
}

export function sideOf({ baseUrl, pid }: QueryService): Side {
  return { url: new URL(baseUrl).origin, pid };
}

async function startFloor(system: TestSystem, locationId: string): Promise<Side & { stop(): Promise<void> }> {
  const task: FloorTask = { mongodbUrl: system.stack.mongodbUrl, database: system.database, locationId };
  const { firstLine, pid, stop } = watchProgram('read-floor.ts', task);
  return { url: `http://127.0.0.1:${await firstLine}`, pid, stop };
}
