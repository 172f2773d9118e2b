import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Stack, startStack } from '@fundlens/local/stack';
import { MongoClient } from 'mongodb';
import { buildService } from '../../../infra/docker/build-service.ts';
import { company, installedLocation, issueCredential } from '../../harness/tenants.ts';
import { createTestSystem, type TestSystem } from '../../harness/test-system.ts';
import { type ProjectorFigures, projectorTable } from './drain-figures.ts';
import { fillLog } from './fill-log.ts';
import { benchIdle, idleTable } from './idle-bench.ts';
import { benchLive, liveTable } from './live-bench.ts';
import { type BenchmarkName, type Options, readOptions } from './options.ts';
import type { ServerPids } from './process-use.ts';
import { benchProjector } from './projector-bench.ts';
import { benchRead } from './read-bench.ts';
import { fillReadModels } from './read-data.ts';
import { benchRedaction } from './redaction-bench.ts';
import { type Comparison, table, writeResults } from './results.ts';
import { COMPANY, LOCATIONS, type Workload, workloads } from './workload.ts';

/** `npm run bench`: figures of the projector, the query service and the redactor beside floors of the same run. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Of a stack that is the bench's own. */
const dataDirectory = join(root, '.fundlens/bench');
const PARTITIONS = 12;
/** What a dashboard is counted from: a small tenant's and a large one's year. */
const FEW_FACTS = 1_000;
const MANY_FACTS = 100_000;

/** One benchmark: what goes into the JSON, and what people read. */
type Outcome = { readonly figures: unknown; readonly text: string };
type Measure = (stack: Stack, options: Options) => Promise<Outcome>;

const WITH_SERVERS: Readonly<Record<Exclude<BenchmarkName, 'redaction'>, Measure>> = {
  async projector(stack, options) {
    const figures: ProjectorFigures[] = [];
    for (const workload of workloads) figures.push(await workloadFigures(stack, options, workload));
    return { figures, text: projectorTable(figures) };
  },
  async live(stack, { rate, liveSeconds: seconds }) {
    const figures = await withSystem(stack, 'bench-live', (system) =>
      benchLive({ system, servers: serverPidsOf(stack), rate, seconds, report: say }),
    );
    return { figures, text: liveTable(figures) };
  },
  async idle(stack, { liveSeconds: seconds }) {
    const figures = await withSystem(stack, 'bench-idle', (system) =>
      benchIdle({ system, servers: serverPidsOf(stack), seconds, report: say }),
    );
    return { figures, text: idleTable(figures) };
  },
  read: async (stack, options) => comparisons(await readFigures(stack, options)),
  dashboard: async (stack, options) => comparisons(await dashboardFigures(stack, options)),
};

const startedAt = new Date();
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

try {
  const options = readOptions(process.argv.slice(2));
  const outcomes: Partial<Record<BenchmarkName, Outcome>> = {};
  if (options.only.includes('redaction')) {
    // Needs no servers, and none beside it.
    say('redaction: measuring');
    outcomes.redaction = comparisons(await benchRedaction(options));
  }
  const servers = await withServers(options, outcomes);
  for (const { text } of Object.values(outcomes)) console.log(`\n${text}`);
  const figures = Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, outcome.figures]));
  const file = writeResults(join(root, 'bench-results'), { startedAt, body: { options, servers, ...figures } });
  console.log(`\nratio: ours by floor, medians. All figures: ${file.replace(root, '')}`);
} catch (error) {
  if (!interrupted.signal.aborted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// What an interruption left unfinished ends here; services end with this process.
process.exit();

function comparisons(figures: readonly Comparison[]): Outcome {
  return { figures, text: table(figures) };
}

/** @returns what served; nothing where no server was needed */
async function withServers(options: Options, outcomes: Partial<Record<BenchmarkName, Outcome>>): Promise<object> {
  const names = options.only.filter((name) => name !== 'redaction');
  if (names.length === 0) return {};
  const stack = await startStack({
    dataDirectory,
    environment: process.env,
    report: (line) => console.error(line),
    emptyFirst: true,
    signal: interrupted.signal,
  });
  try {
    for (const name of names) outcomes[name] = await WITH_SERVERS[name](stack, options);
    return { mongodbStandIn: stack.mongodbStandIn };
  } finally {
    await stack.stop();
  }
}

async function workloadFigures(stack: Stack, options: Options, workload: Workload): Promise<ProjectorFigures> {
  return await withSystem(stack, `bench-${workload.name}`, async (system) => {
    say(`projector, ${workload.name}: filling the log`);
    const events = await fillLog(system, workload.events(Math.ceil(options.events * workload.share)));
    const mongo = await new MongoClient(stack.mongodbUrl).connect();
    say(`projector, ${workload.name}: measuring ${events} events`);
    try {
      return await benchProjector({
        system,
        events,
        servers: serverPidsOf(stack),
        openDatabase: (run) => mongo.db(`${system.database}-${run}`),
        workload: workload.name,
        rounds: options.rounds,
        peer: options.peer ? { dataDirectory, report: console.error, signal: interrupted.signal } : null,
      });
    } finally {
      await mongo.close();
    }
  });
}

function serverPidsOf(stack: Stack): ServerPids {
  return { database: stack.pidOf('mongodb'), broker: stack.pidOf('kafka') };
}

/** On the query service as it is deployed, not from its source. */
async function readFigures(stack: Stack, { seconds, rounds, events }: Options): Promise<Comparison[]> {
  // Inside the repository, so that the dependencies that stay outside of the bundle are found.
  const bundle = join(root, '.fundlens/bench-query');
  await buildService(join(root, 'services/query'), bundle);
  const measure = async (system: TestSystem) => {
    const [locationId] = LOCATIONS;
    const credential = issueCredential({ credentialId: 'bench', companyId: COMPANY, locationId });
    say('read: filling the read models');
    const data = await fillReadModels(system, { events, credential });
    return await benchRead({ system, data, seconds, rounds, report: (row) => say(`read: ${row}`) });
  };
  return await withSystem(stack, 'bench-read', measure, { queryProgram: join(bundle, 'main.js') });
}

async function dashboardFigures(stack: Stack, { seconds, rounds }: Options): Promise<Comparison[]> {
  return await withSystem(stack, 'bench-dashboard', async (system) => {
    const tenantOf = (locationId: string, facts: number) => {
      const credential = issueCredential({ credentialId: `bench-${locationId}`, companyId: COMPANY, locationId });
      return { locationId, credential, facts };
    };
    const [few, many] = [tenantOf(LOCATIONS[0], FEW_FACTS), tenantOf(LOCATIONS[1], MANY_FACTS)];
    await system.publish([
      company(COMPANY),
      ...[few, many].flatMap(({ locationId, credential }) => [
        ...installedLocation(locationId, COMPANY),
        credential.event,
      ]),
    ]);
    const projector = await system.startProjector({ LOG_LEVEL: 'info' });
    await system.applied.all({ deadlineMs: 60_000 });
    await projector.stop();
    say('dashboard: filling two locations, then measuring');
    // It knows the projector's inside: the other benchmarks run without that.
    const { benchDashboard } = await import('./dashboard-bench.ts');
    return await benchDashboard({ system, few, many, seconds, rounds });
  });
}

/**
 * @param program default: the query service's source
 * @throws the reason of an interruption; the system has ended then
 */
async function withSystem<T>(
  stack: Stack,
  name: string,
  work: (system: TestSystem) => Promise<T>,
  program: { readonly queryProgram?: string } = {},
): Promise<T> {
  const { signal } = interrupted;
  signal.throwIfAborted();
  const system = await createTestSystem({ name, stack, partitions: PARTITIONS, ...program });
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
