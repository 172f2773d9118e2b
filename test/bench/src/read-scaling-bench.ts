import { startProgram } from './child-process.ts';
import type { CannedReady, CannedTask } from './canned-mongodb.ts';
import type { LoadResult } from './load.ts';
import { runLoad } from './load-run.ts';
import { CONNECT_SECONDS, QUERY_OPTIONS, type ReadBench, sideOf } from './read-bench.ts';
import { perOwnSecond } from './read-figures.ts';
import { type Comparison, compare } from './results.ts';

/** Few: on two processors everything else that a request needs runs beside the two processes that are measured. */
const CONNECTIONS_EACH = 8;
const WARM_UP_SECONDS = 2;

/**
 * Two processes of the service beside one, on a MongoDB whose answers are prepared, so that it is not what limits both.
 * Requests by second of processor time tell whether two processes are in each other's way, also where there are too few
 * processors for the rate to double.
 */
export async function benchReadScaling({ system, data, seconds, rounds, report }: ReadBench): Promise<Comparison[]> {
  const name = 'two processes by one, prepared MongoDB';
  report(name);
  const canned = await startProgram<CannedReady>('canned-mongodb.ts', {
    mongodbUrl: system.stack.mongodbUrl,
  } satisfies CannedTask);
  const options = {
    ...QUERY_OPTIONS,
    MONGODB_URL: `mongodb://127.0.0.1:${canned.ready.port}/?directConnection=true`,
  };
  const queries = [await system.startQuery(options), await system.startQuery(options)];
  const sides = queries.map(sideOf);
  const paths = data.contactIds.map((id) => `/api/v1/contacts/${id}`);
  const measure = (processes: number, duration: number) => {
    const used = sides.slice(0, processes);
    return runLoad({
      urls: used.map(({ url }) => url),
      paths,
      token: data.credential.token,
      connections: CONNECTIONS_EACH * processes,
      seconds: duration,
      warmUpSeconds: CONNECT_SECONDS,
      pids: [...used.map(({ pid }) => pid), canned.ready.pid],
    });
  };
  try {
    await measure(2, WARM_UP_SECONDS);
    const measured = { one: [] as LoadResult[], two: [] as LoadResult[] };
    for (let round = 1; round <= rounds; round += 1) {
      measured.one.push(await measure(1, seconds));
      measured.two.push(await measure(2, seconds));
    }
    const by = (row: string, unit: string, value: (result: LoadResult, processes: number) => number) => {
      const sideOfAll = (results: readonly LoadResult[], processes: number) =>
        results.map((result) => ({ value: value(result, processes), details: detailsOf(result, processes) }));
      return compare(`${name}: ${row}`, unit, {
        floor: sideOfAll(measured.one, 1),
        subject: sideOfAll(measured.two, 2),
      });
    };
    return [
      by('rate', 'requests/s', ({ requestsPerSecond }) => requestsPerSecond),
      by('by own processor time', 'requests/s', perOwnSecond),
    ];
  } finally {
    for (const query of queries) await query.stop();
    await canned.stop();
  }
}

/** How busy everything was: what has used all of a processor was what limited the rate. */
function detailsOf(result: LoadResult, processes: number): Record<string, number> {
  const { requests, requestsPerSecond, p50Micros, p99Micros, cpuMs, loaderCpuMs } = result;
  const seconds = requests / requestsPerSecond;
  const percent = (ms: number) => Math.round(ms / seconds / 10);
  return {
    p50Micros,
    p99Micros,
    servicePercent: percent(cpuMs.slice(0, processes).reduce<number>((sum, ms) => sum + (ms ?? 0), 0)),
    databasePercent: percent(cpuMs[processes] ?? 0),
    loaderPercent: percent(loaderCpuMs),
  };
}
