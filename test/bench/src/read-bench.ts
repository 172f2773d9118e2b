import { modelVersion } from '@fundlens/read-models/definition';
import { definitionOf } from '@fundlens/read-models/definitions';
import type { IssuedCredential } from '../../harness/tenants.ts';
import type { TestSystem } from '../../harness/test-system.ts';
import { startProgram } from './child-process.ts';
import { loadOf } from './load-run.ts';
import { type Comparison, compare, inTurns } from './results.ts';

export type ReadBench = {
  /** Whose database holds the contacts of the location. */
  readonly system: TestSystem;
  readonly credential: IssuedCredential;
  readonly locationId: string;
  readonly contactIds: readonly string[];
  readonly seconds: number;
  readonly rounds: number;
};

const PAGE_SIZE = 100;
/** Caches fill, code gets compiled, pools open. */
const WARM_UP_SECONDS = 2;

/** Requests per second of one contact and of a page of 100, beside a bare server that reads the same stored bytes. */
export async function benchRead(bench: ReadBench): Promise<Comparison[]> {
  const { system } = bench;
  const query = await system.startQuery({ LOG_LEVEL: 'info', ACCESS_MAX_AGE: '0' });
  const floor = await startProgram<{ port: number }>('read-floor.ts', {
    mongodbUrl: system.stack.mongodbUrl,
    database: system.database,
    collection: modelVersion(definitionOf('contacts')),
    locationId: bench.locationId,
    pageSize: PAGE_SIZE,
  });
  const urls = { floor: `http://127.0.0.1:${floor.ready.port}`, subject: new URL(query.baseUrl).origin };
  const kinds = [
    { name: 'read: one contact', paths: bench.contactIds.map((id) => `/api/v1/contacts/${id}`) },
    { name: `read: page of ${PAGE_SIZE}`, paths: [`/api/v1/contacts?limit=${PAGE_SIZE}`] },
  ];
  try {
    const comparisons: Comparison[] = [];
    for (const { name, paths } of kinds) {
      const measure = (url: string, seconds: number) => loadOf({ url, paths, seconds, token: bench.credential.token });
      await measure(urls.floor, WARM_UP_SECONDS);
      await measure(urls.subject, WARM_UP_SECONDS);
      const measured = await inTurns(bench.rounds, {
        floor: () => measure(urls.floor, bench.seconds),
        subject: () => measure(urls.subject, bench.seconds),
      });
      comparisons.push(compare(name, 'requests/s', measured));
    }
    return comparisons;
  } finally {
    await Promise.all([floor.stop(), query.stop()]);
  }
}
