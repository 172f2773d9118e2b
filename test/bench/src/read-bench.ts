import { createClient } from '@fundlens/client/client';
import type { QueryService, TestSystem } from '../../harness/test-system.ts';
import { startProgram } from './child-process.ts';
import type { LoadResult } from './load.ts';
import { runLoad } from './load-run.ts';
import type { ReadData } from './read-data.ts';
import { ownCpu, p50, type ReadMetric, rate, readComparisons } from './read-figures.ts';
import type { FloorReady, FloorTask } from './read-floor.ts';
import type { Comparison } from './results.ts';

export type ReadBench = {
  /** Whose database holds the data. */
  readonly system: TestSystem;
  readonly data: ReadData;
  readonly seconds: number;
  readonly rounds: number;
  /** Called before each row, and with the id of the measured process. */
  readonly report: (line: string) => void;
};

const PAGE_SIZE = 100;
/** Pages that no two connections ask for at once: what is the same in one turn is read once. */
const OWN_PAGE_SIZES = Array.from({ length: 64 }, (_, index) => PAGE_SIZE - index);
/** Enough to keep the service busy, and what many clients behind a proxy look like. */
export const MANY_CONNECTIONS = 64;
/** Once for every row and side: caches fill, code gets compiled, pools open. */
export const WARM_UP_SECONDS = 2;
/** Of each measurement: its connections are open before anything counts. */
export const CONNECT_SECONDS = 0.5;
/** No freshness from a projector comes: it has ended. */
export const QUERY_OPTIONS = { LOG_LEVEL: 'info', ACCESS_MAX_AGE: '0' };

type Row = {
  readonly name: string;
  readonly paths: readonly string[];
  readonly connections: number;
  readonly metrics: readonly ReadMetric[];
  /** The first floor, or the coalescing one too. */
  readonly floors: readonly FloorName[];
};
type FloorName = 'bare' | 'coalescing';
type Side = { readonly url: string; readonly pid: number };

/** What reads cost and how many are answered, beside bare servers that read the same stored bytes. */
export async function benchRead(bench: ReadBench): Promise<Comparison[]> {
  const { system, data } = bench;
  const query = await system.startQuery(QUERY_OPTIONS);
  // Names of profiles hold it.
  bench.report(`the query service is process ${query.pid}`);
  const floors = {
    bare: await startFloor(system, { locationId: data.locationId, coalesces: false }),
    coalescing: await startFloor(system, { locationId: data.locationId, coalesces: true }),
  };
  try {
    const comparisons: Comparison[] = [];
    for (const row of rowsOf(data, await followed(sideOf(query), data))) {
      bench.report(row.name);
      comparisons.push(...(await measureRow(bench, row, { ours: sideOf(query), floors })));
    }
    return comparisons;
  } finally {
    await Promise.all([floors.bare.stop(), floors.coalescing.stop(), query.stop()]);
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
  const usual = { connections: MANY_CONNECTIONS, metrics: [ownCpu, rate], floors: ['bare'] } as const;
  const name = (what: string) => `${what}, ${MANY_CONNECTIONS} connections`;
  return [
    { ...usual, name: name('point read'), paths: contacts, floors: ['bare', 'coalescing'] },
    { ...usual, name: 'point read, 1 connection', paths: contacts, connections: 1, metrics: [p50] },
    { ...usual, name: name(`page of ${PAGE_SIZE}`), paths: [`/api/v1/contacts?limit=${PAGE_SIZE}`] },
    {
      ...usual,
      name: name(`pages of ${OWN_PAGE_SIZES.at(-1)} to ${PAGE_SIZE}, each another`),
      paths: OWN_PAGE_SIZES.map((size) => `/api/v1/contacts?limit=${size}`),
    },
    {
      ...usual,
      name: name('the same of the pipeline, by stage and outcome'),
      paths: OWN_PAGE_SIZES.map((size) => `/api/v1/pipeline?limit=${size}&stage=strategy_ready&outcome=open`),
    },
    {
      ...usual,
      name: name('the same of the pipeline, with plans and steps'),
      paths: OWN_PAGE_SIZES.map((size) => `/api/v1/pipeline?limit=${size}&include=fundingPlans,nextSteps`),
    },
    { ...usual, name: name('credit report of 6 KB'), paths: reports(reportIds.small) },
    { ...usual, name: name('credit report of 200 KB'), paths: reports(reportIds.large) },
    { ...usual, name: name('/dashboard/stats, 30 days'), paths: ['/api/v1/dashboard/stats?days=30'] },
    { ...usual, name: name('/pipeline/stages'), paths: ['/api/v1/pipeline/stages'] },
    { ...usual, name: name(`/changes, first ${PAGE_SIZE}`), paths: [`/api/v1/changes?limit=${PAGE_SIZE}`] },
    { ...usual, name: name('/changes, nothing new'), paths: [`/api/v1/changes?limit=${PAGE_SIZE}&cursor=${cursor}`] },
  ];
}

async function measureRow(
  bench: ReadBench,
  row: Row,
  sides: { readonly ours: Side; readonly floors: Readonly<Record<FloorName, Side>> },
): Promise<Comparison[]> {
  const { paths, connections } = row;
  const { token } = bench.data.credential;
  const measure = ({ url, pid }: Side, seconds: number) =>
    runLoad({ urls: [url], paths, token, connections, seconds, warmUpSeconds: CONNECT_SECONDS, pids: [pid] });
  const subject: LoadResult[] = [];
  const floors = row.floors.map((name) => ({ name, side: sides.floors[name], results: [] as LoadResult[] }));
  for (const side of [...floors.map((floor) => floor.side), sides.ours]) await measure(side, WARM_UP_SECONDS);
  for (let round = 1; round <= bench.rounds; round += 1) {
    for (const { side, results } of floors) results.push(await measure(side, bench.seconds));
    subject.push(await measure(sides.ours, bench.seconds));
  }
  return floors.flatMap(({ name, results }) => {
    const label = name === 'bare' ? row.name : `${row.name}, by ${name} floor`;
    return readComparisons(label, { floor: results, subject }, row.metrics);
  });
}

export function sideOf({ baseUrl, pid }: QueryService): Side {
  return { url: new URL(baseUrl).origin, pid };
}

export async function startFloor(
  system: TestSystem,
  { locationId, coalesces }: Pick<FloorTask, 'locationId' | 'coalesces'>,
): Promise<Side & { stop(): Promise<void> }> {
  const task: FloorTask = {
    mongodbUrl: system.stack.mongodbUrl,
    database: system.database,
    locationId,
    coalesces,
  };
  const { ready, stop } = await startProgram<FloorReady>('read-floor.ts', task);
  return { url: `http://127.0.0.1:${ready.port}`, pid: ready.pid, stop };
}
