import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Stack, startStack } from '@fundlens/local/stack';
import { buildService } from '../../../infra/docker/build-service.ts';
import { createTestSystem } from '../../harness/test-system.ts';
import { benchDashboard } from './dashboard-bench.ts';
import { type Bench, type BenchmarkName, type Options, readOptions } from './options.ts';
import { benchProjector } from './projector-bench.ts';
import { benchRead } from './read-bench.ts';
import { publishAll } from './read-data.ts';
import { benchRedaction } from './redaction-bench.ts';
import { type Figure, table, writeResults } from './results.ts';
import { benchIdle, benchLive } from './steady-bench.ts';
import { workloads } from './workload.ts';

/** `npm run bench`: figures of the projector, the query service and the redactor beside floors of the same run. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Of a stack that is the bench's own. */
const dataDirectory = join(root, '.fundlens/bench');
const PARTITIONS = 12;
const REQUEST_SECONDS = 4;
const STEADY_SECONDS = 30;

const startedAt = new Date();
/** Of a command that was interrupted. Servers and services end with this process. */
const EXIT_INTERRUPTED = 130;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(EXIT_INTERRUPTED));
const { signal } = new AbortController();

const WITH_SERVERS: Readonly<
  Record<Exclude<BenchmarkName, 'redaction'>, (stack: Stack, options: Options) => Promise<Figure[]>>
> = {
  async projector(stack, options) {
    const figures: Figure[] = [];
    for (const { name: workload, events: made } of workloads) {
      const measure = async (bench: Bench) => {
        bench.report('filling the log');
        const events = await publishAll(bench.system, made(options.events));
        bench.report(`measuring ${events} events`);
        const peer = options.peer ? { dataDirectory, report: console.error, signal } : null;
        return await benchProjector({ ...bench, workload, events, peer });
      };
      figures.push(...(await onSystem({ name: `bench-${workload}`, stack }, options, measure)));
    }
    return figures;
  },
  live: (stack, options) => onSystem({ name: 'bench-live', stack }, { seconds: STEADY_SECONDS, ...options }, benchLive),
  idle: (stack, options) => onSystem({ name: 'bench-idle', stack }, { seconds: STEADY_SECONDS, ...options }, benchIdle),
  /** On the query service as it is deployed, not from its source. */
  async read(stack, options) {
    // Inside the repository, so that the dependencies that stay outside of the bundle are found.
    const bundle = join(root, '.fundlens/bench-query');
    await buildService(join(root, 'services/query'), bundle);
    return await onSystem({ name: 'bench-read', stack, queryProgram: join(bundle, 'main.js') }, options, benchRead);
  },
  dashboard: (stack, options) => onSystem({ name: 'bench-dashboard', stack }, options, benchDashboard),
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
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
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
    signal,
  });
  try {
    for (const name of names) figures.push(...(await WITH_SERVERS[name](stack, options)));
    return stack.mongodbStandIn;
  } finally {
    await stack.stop();
  }
}

async function onSystem<T>(
  place: { readonly name: string; readonly stack: Stack; readonly queryProgram?: string },
  { seconds = REQUEST_SECONDS, rounds }: Pick<Options, 'seconds' | 'rounds'>,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const { name, stack } = place;
  const system = await createTestSystem({ ...place, partitions: PARTITIONS });
  const servers = { database: stack.pidOf('mongodb'), broker: stack.pidOf('kafka') };
  try {
    return await work({ system, servers, seconds, rounds, report: (line) => say(`${name}: ${line}`) });
  } finally {
    await system.stop();
  }
}

function say(line: string): void {
  const seconds = ((Date.now() - startedAt.getTime()) / 1_000).toFixed(0);
  console.error(`${seconds.padStart(4)} s  ${line}`);
}
