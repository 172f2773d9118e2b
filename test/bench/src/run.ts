import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Stack, startStack } from '@fundlens/local/stack';
import { buildService } from '../../../infra/docker/build-service.ts';
import { issueCredential } from '../../harness/tenants.ts';
import { createTestSystem, type TestSystem } from '../../harness/test-system.ts';
import { benchDashboard } from './dashboard-bench.ts';
import { type BenchmarkName, type Options, readOptions } from './options.ts';
import { benchProjector } from './projector-bench.ts';
import { benchRead } from './read-bench.ts';
import { fillReadModels, publishAll } from './read-data.ts';
import { benchRedaction } from './redaction-bench.ts';
import { type Figure, table, writeResults } from './results.ts';
import { benchIdle, benchLive } from './steady-bench.ts';
import { COMPANY, LOCATIONS, workloads } from './workload.ts';

/** `npm run bench`: figures of the projector, the query service and the redactor beside floors of the same run. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Of a stack that is the bench's own. */
const dataDirectory = join(root, '.fundlens/bench');
const PARTITIONS = 12;
const REQUEST_SECONDS = 4;
const STEADY_SECONDS = 30;

const startedAt = new Date();
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

type Bench = (stack: Stack, options: Options) => Promise<Figure[]>;

const WITH_SERVERS: Readonly<Record<Exclude<BenchmarkName, 'redaction'>, Bench>> = {
  async projector(stack, { events: asked, rounds, peer }) {
    const figures: Figure[] = [];
    for (const { name: workload, share, events: made } of workloads) {
      const measure = async (system: TestSystem) => {
        say(`projector, ${workload}: filling the log`);
        const events = await publishAll(system, made(Math.ceil(asked * share)));
        say(`projector, ${workload}: measuring ${events} events`);
        const connector = peer ? { dataDirectory, report: console.error, signal: interrupted.signal } : null;
        return await benchProjector({ system, events, servers: pidsOf(stack), workload, rounds, peer: connector });
      };
      figures.push(...(await withSystem({ name: `bench-${workload}`, stack }, measure)));
    }
    return figures;
  },
  live: (stack, { seconds = STEADY_SECONDS }) =>
    withSystem({ name: 'bench-live', stack }, (system) =>
      benchLive({ system, servers: pidsOf(stack), seconds, report: say }),
    ),
  idle: (stack, { seconds = STEADY_SECONDS }) =>
    withSystem({ name: 'bench-idle', stack }, (system) =>
      benchIdle({ system, servers: pidsOf(stack), seconds, report: say }),
    ),
  /** On the query service as it is deployed, not from its source. */
  async read(stack, { seconds = REQUEST_SECONDS, rounds }) {
    // Inside the repository, so that the dependencies that stay outside of the bundle are found.
    const bundle = join(root, '.fundlens/bench-query');
    await buildService(join(root, 'services/query'), bundle);
    const place = { name: 'bench-read', stack, queryProgram: join(bundle, 'main.js') };
    return await withSystem(place, async (system) => {
      say('read: filling the read models');
      const credential = issueCredential({ credentialId: 'bench', companyId: COMPANY, locationId: LOCATIONS[0] });
      const data = await fillReadModels(system, credential);
      return await benchRead({ system, data, seconds, rounds, report: (row) => say(`read: ${row}`) });
    });
  },
  dashboard: (stack, { seconds = REQUEST_SECONDS, rounds }) =>
    withSystem({ name: 'bench-dashboard', stack }, (system) => {
      say('dashboard: filling two locations, then measuring');
      return benchDashboard({ system, seconds, rounds });
    }),
};

try {
  const options = readOptions(process.argv.slice(2));
  const figures: Figure[] = [];
  if (options.only.includes('redaction')) {
    // Needs no servers, and none beside it.
    say('redaction: measuring');
    figures.push(...(await benchRedaction(options.rounds)));
  }
  const mongodbStandIn = await withServers(options, figures);
  const body = { options, mongodbStandIn, figures };
  const file = writeResults(join(root, 'bench-results'), { startedAt, body });
  console.log(`\n${table(figures)}\n\nMedians. All figures: ${file.replace(root, '')}`);
} catch (error) {
  if (!interrupted.signal.aborted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// What an interruption left unfinished ends here; services end with this process.
process.exit();

/** @returns whether a stand-in served for MongoDB; null where no server was needed */
async function withServers(options: Options, figures: Figure[]): Promise<boolean | null> {
  const names = options.only.filter((name) => name !== 'redaction');
  if (names.length === 0) return null;
  const stack = await startStack({
    dataDirectory,
    environment: process.env,
    report: (line) => console.error(line),
    emptyFirst: true,
    signal: interrupted.signal,
  });
  try {
    for (const name of names) figures.push(...(await WITH_SERVERS[name](stack, options)));
    return stack.mongodbStandIn;
  } finally {
    await stack.stop();
  }
}

function pidsOf(stack: Stack) {
  return { database: stack.pidOf('mongodb'), broker: stack.pidOf('kafka') };
}

/** @throws the reason of an interruption; the system has ended then */
async function withSystem<T>(
  place: { readonly name: string; readonly stack: Stack; readonly queryProgram?: string },
  work: (system: TestSystem) => Promise<T>,
): Promise<T> {
  const { signal } = interrupted;
  signal.throwIfAborted();
  const system = await createTestSystem({ ...place, partitions: PARTITIONS });
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([work(system), stopped]);
  } finally {
    await system.stop();
  }
}

function say(line: string): void {
  const seconds = ((Date.now() - startedAt.getTime()) / 1_000).toFixed(0);
  console.error(`${seconds.padStart(4)} s  ${line}`);
}
