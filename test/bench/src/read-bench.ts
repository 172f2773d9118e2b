import { BASE_PATH } from '@fundlens/query/routes/route';
import type { LoadResult, LoadTask } from './load.ts';
import type { Bench } from './options.ts';
import { startProgram } from './program.ts';
import { fillReadModels, type ReadData } from './read-data.ts';
import type { FloorTask } from './read-floor.ts';
import { type Figure, inTurns, type Readings } from './results.ts';

/** Pages that no two connections ask for at once: what is the same in one turn is read once. */
const OWN_PAGE_SIZES = Array.from({ length: 64 }, (_, index) => 100 - index);
/** Enough to keep the service busy, and what many clients behind a proxy look like. */
const MANY_CONNECTIONS = 64;
/** Once for every row and side: caches fill, code gets compiled, pools open. */
const WARM_UP_SECONDS = 2;
/** No freshness from a projector comes: it has ended. */
export const QUERY_OPTIONS = { LOG_LEVEL: 'info', ACCESS_MAX_AGE: '0' };

type Row = { readonly name: string; readonly paths: readonly string[]; readonly connections?: number };

/** What reads cost and how many are answered, beside a bare server that reads the same stored bytes. */
export async function benchRead({ system, seconds, rounds, report }: Bench): Promise<Figure[]> {
  report('filling the read models');
  const data = await fillReadModels(system);
  const { token } = data.credential;
  const query = await system.startQuery(QUERY_OPTIONS);
  // Names of profiles hold it.
  report(`the query service is process ${query.pid}`);
  const task: FloorTask = {
    mongodbUrl: system.stack.mongodbUrl,
    database: system.database,
    locationId: data.locationId,
  };
  const floor = startProgram('read-floor.ts', task);
  try {
    const sides = {
      ours: { url: new URL(query.baseUrl).origin, pid: query.pid },
      floor: { url: `http://127.0.0.1:${await floor.firstLine}`, pid: floor.pid },
    };
    const figures: Figure[] = [];
    for (const { name, paths, connections = MANY_CONNECTIONS } of rowsOf(data)) {
      report(name);
      const measure = (side: keyof typeof sides, length: number) =>
        runLoad({ ...sides[side], paths, token, connections, seconds: length });
      await measure('floor', WARM_UP_SECONDS);
      await measure('ours', WARM_UP_SECONDS);
      const turns = { floor: () => measure('floor', seconds), ours: () => measure('ours', seconds) };
      figures.push(...(await inTurns(name, rounds, turns)));
    }
    return figures;
  } finally {
    await Promise.all([floor.stop(), query.stop()]);
  }
}

function rowsOf({ contactIds, reportIds }: ReadData): Row[] {
  const contacts = contactIds.map((id) => `${BASE_PATH}/contacts/${id}`);
  const reports = (ids: readonly string[]) => ids.map((id) => `${BASE_PATH}/credit-reports?requestId=${id}`);
  return [
    { name: 'point read', paths: contacts },
    { name: 'point read, 1 connection', paths: contacts, connections: 1 },
    {
      name: `pages of ${OWN_PAGE_SIZES.at(-1)} to ${OWN_PAGE_SIZES[0]}, each another`,
      paths: OWN_PAGE_SIZES.map((size) => `${BASE_PATH}/contacts?limit=${size}`),
    },
    { name: 'credit report of 6 KB', paths: reports(reportIds.small) },
    { name: 'credit report of 200 KB', paths: reports(reportIds.large) },
    { name: '/dashboard/stats, 30 days', paths: [`${BASE_PATH}/dashboard/stats?days=30`] },
  ];
}

/** @throws when a request failed: a measurement with failures means nothing */
export async function runLoad(task: LoadTask): Promise<Readings> {
  const result = JSON.parse(await startProgram('load.ts', task).firstLine) as LoadResult;
  if (result.failed > 0) throw new Error(`${result.failed} requests to ${task.url} failed: the measurement is void`);
  return {
    'own µs/request': result.ownMicros ?? Number.NaN,
    'requests/s': result.requestsPerSecond,
    'p50 µs': result.p50Micros,
    'p99 µs': result.p99Micros,
  };
}
