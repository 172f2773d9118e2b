import type { LoadResult } from './load.ts';
import { runLoad } from './load-run.ts';
import { CONNECT_SECONDS, QUERY_OPTIONS, type ReadBench, sideOf, startFloor } from './read-bench.ts';
import { readComparisons, rssEnd, rssMax } from './read-figures.ts';
import type { Comparison } from './results.ts';

/** As a proxy in front of the service keeps open; each has one request under way. */
const CONNECTIONS = 500;

/** Resident memory under many connections; every round in processes that have just started, beside the bare server. */
export async function benchReadMemory({ system, data, seconds, rounds, report }: ReadBench): Promise<Comparison[]> {
  const paths = data.contactIds.map((id) => `/api/v1/contacts/${id}`);
  const { token } = data.credential;
  const name = `${CONNECTIONS} connections`;
  report(name);
  const measured = { floor: [] as LoadResult[], subject: [] as LoadResult[] };
  const measure = ({ url, pid }: { readonly url: string; readonly pid: number }) =>
    runLoad({
      urls: [url],
      paths,
      token,
      connections: CONNECTIONS,
      seconds,
      warmUpSeconds: CONNECT_SECONDS,
      pids: [pid],
    });
  for (let round = 1; round <= rounds; round += 1) {
    const floor = await startFloor(system, { locationId: data.locationId, coalesces: false });
    measured.floor.push(await measure(floor));
    await floor.stop();
    const query = await system.startQuery(QUERY_OPTIONS);
    measured.subject.push(await measure(sideOf(query)));
    await query.stop();
  }
  return readComparisons(name, measured, [rssMax, rssEnd]);
}
