import { setTimeout as delay } from 'node:timers/promises';
import type { TestSystem } from '../../../harness/test-system.ts';
import { root, startBenchStack, withSystem } from '../bench-system.ts';
import { runProgram } from '../child-process.ts';
import { buildQueryService } from '../query-bundle.ts';
import { QUERY_OPTIONS, sideOf } from '../read-bench.ts';
import { dashboardCounted } from '../read-data.ts';
import { writeResults } from '../results.ts';
import { type LoadFigures, type LoadStep, loadStep, loadTable } from './load-figures.ts';
import type { OpenLoadResult, OpenLoadTask } from './open-load.ts';
import { type LoadOptions, readLoadOptions } from './options.ts';
import { highestRate, type RateStep } from './rate-search.ts';
import { contactEventsOf, LOCATIONS, tenantEvents } from './tenants.ts';

/** `npm run load`: the highest rate of arrivals that the query service answers in time, by one process and by two. */

/** Of every measurement, at its rate: connections open, caches hold what is asked for. */
const WARM_UP_SECONDS = 2;
/** After too much: what the service and its servers still work on would be in the way of the next measurement. */
const SETTLE_MS = 2_000;
const FILLED_DEADLINE_MS = 600_000;

const startedAt = new Date();
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

try {
  const options = readLoadOptions(process.argv.slice(2));
  const queryProgram = await buildQueryService();
  const stack = await startBenchStack(interrupted.signal);
  try {
    const settings = { stack, signal: interrupted.signal, queryProgram };
    const figures = await withSystem(settings, 'load', (system) => findRates(system, options));
    console.log(`\n${loadTable(figures)}`);
    const servers = { ...stack.provider, mongodbStandIn: stack.mongodbStandIn };
    const file = writeResults(`${root}/bench-results`, {
      startedAt,
      kind: 'load',
      body: { options, servers, figures },
    });
    console.log(`\nlatencies from when a request was due. All figures: ${file.replace(root, '')}`);
  } finally {
    await stack.stop();
  }
} catch (error) {
  if (!interrupted.signal.aborted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// What an interruption left unfinished ends here; services end with this process.
process.exit();

async function findRates(system: TestSystem, options: LoadOptions): Promise<LoadFigures[]> {
  say('filling the read models');
  await system.publish(tenantEvents());
  for (let location = 0; location < LOCATIONS; location += 1) {
    await system.publish(contactEventsOf(location, options.contacts));
  }
  const projector = await system.startProjector({ LOG_LEVEL: 'info' });
  await system.applied.all({ deadlineMs: FILLED_DEADLINE_MS });
  await dashboardCounted(system);
  await projector.stop();
  const figures: LoadFigures[] = [];
  for (const processes of options.processes) figures.push(await findRate(system, processes, options));
  return figures;
}

async function findRate(system: TestSystem, processes: number, options: LoadOptions): Promise<LoadFigures> {
  const { from, seconds, contacts } = options;
  const queries = [];
  for (let started = 0; started < processes; started += 1) queries.push(await system.startQuery(QUERY_OPTIONS));
  const sides = queries.map(sideOf);
  const measure = async (rate: number): Promise<LoadStep> => {
    const task: OpenLoadTask = {
      urls: sides.map(({ url }) => url),
      pids: sides.map(({ pid }) => pid),
      contactsEach: contacts,
      rate,
      warmUpSeconds: WARM_UP_SECONDS,
      seconds,
    };
    const step = loadStep(rate, await runProgram<OpenLoadResult>('load-test/open-load.ts', task), options.p99);
    if (!step.holds) await delay(SETTLE_MS);
    return step;
  };
  const onStep = ({ rate, holds }: RateStep) =>
    say(`${processes} ${processes === 1 ? 'process' : 'processes'}: ${rate}/s ${holds ? 'holds' : 'fails'}`);
  const { highest, steps } = await highestRate(measure, { from, onStep });
  for (const query of queries) await query.stop();
  return { processes, highest, steps };
}

function say(line: string): void {
  const seconds = ((Date.now() - startedAt.getTime()) / 1_000).toFixed(0);
  console.error(`${seconds.padStart(4)} s  ${line}`);
}
