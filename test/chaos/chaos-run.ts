import { sleep } from '@fundlens/runtime/backoff';
import type { RunContext } from '../long-run/long-run.ts';
import { figuresOf } from '../long-run/read-figures.ts';
import { startTraffic, type Traffic } from '../long-run/traffic.ts';
import { createRandom } from '../simulation/random.ts';
import { MOST_OF_A_LINE, wrongAtTheEnd } from './at-the-end.ts';
import { type ChaosLoad, createChaosLoad, READABLE } from './chaos-load.ts';
import { newTally, type ReadTally, readOnAndOn } from './chaos-readers.ts';
import type { ChaosResult } from './chaos-report.ts';
import { type ChaosSystem, startChaosSystem } from './chaos-system.ts';
import { createKnownStates, type KnownStates } from './known-states.ts';
import { createRecoveryWatch, type RecoveryWatch } from './recovery-watch.ts';
import { faultSchedule } from './schedule.ts';
import { Strikes } from './strikes.ts';

export type ChaosOptions = RunContext & { readonly minutes: number };

const MINUTE_MS = 60_000;
const PROGRESS_EVERY_MS = 5_000;
/** What two cores take beside everything else that runs here. */
const EVENTS_PER_SECOND = 50;
/** The run keeps every published event for comparison, a few kilobytes each: longer runs publish more slowly. */
const MOST_EVENTS = 40_000;
const READERS_OF_EACH_QUERY_SERVICE = 2;
/** A system that is whole again and has not come to rest by then never will. */
const REST_LIMIT_MS = 180_000;
const PROBE_MS = 25;

/**
 * Starts a system of its own, publishes, reads and lets faults happen; then heals everything, waits for rest and compares.
 * @throws the reason of the signal when that is aborted; nothing runs any more then
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, dataDirectory, environment, report, step, signal } = options;
  const incidents: string[] = [];
  const ending = new AbortController();
  const system = await step('starting servers and services', () =>
    startChaosSystem({
      ...{ dataDirectory, environment },
      random: createRandom(seed + 1),
      signal: AbortSignal.any([signal, ending.signal]),
      report(line) {
        // Most servers that end unexpectedly were struck.
        if (/^(projector|query)-\d/.test(line)) incidents.push(line.slice(0, MOST_OF_A_LINE));
        if (!/ended unexpectedly/.test(line)) report(line);
      },
    }),
  );
  try {
    return { ...(await inSystem(system, options)), incidents };
  } finally {
    ending.abort();
    await system.stop();
  }
}

/** What publishes, reads and watches during a run. */
type Workload = {
  readonly load: ChaosLoad;
  readonly known: KnownStates;
  readonly watch: RecoveryWatch;
  readonly tally: ReadTally;
};

function createWorkload(system: ChaosSystem, { seed, minutes, signal }: ChaosOptions): Workload {
  const known = createKnownStates((locationId) => READABLE.some((id) => id === locationId));
  const eventsPerSecond = Math.min(EVENTS_PER_SECOND, MOST_EVENTS / (minutes * 60));
  const { publisher, db, topics } = system;
  const load = createChaosLoad({ publisher, seed, eventsPerSecond, now: Date.now(), known, interrupted: signal });
  return { load, known, watch: createRecoveryWatch({ db, topics, ends: load.ends }), tally: newTally() };
}

async function inSystem(system: ChaosSystem, options: ChaosOptions): Promise<Omit<ChaosResult, 'incidents'>> {
  const { seed, minutes, report, step, signal } = options;
  const workload = createWorkload(system, options);
  const { load, watch, tally } = workload;
  const watched = new AbortController();
  const watching = watch.run(AbortSignal.any([signal, watched.signal]));
  await load.prepare();
  await watch.applied(signal);

  const strikes = new Strikes({
    victims: system.victims,
    recovered: (limited) => recovered(system, workload, limited),
    ...{ recoveryLimitMs: REST_LIMIT_MS, signal },
  });
  const traffic = startTraffic({ load, readers: (atWork) => startReaders(system, workload, { seed, atWork }), signal });
  await step('publishing, reading and striking', () => strikeUnder(traffic, { strikes, workload, options }));
  const rested = await step('waiting for rest', () =>
    watch.applied(AbortSignal.any([signal, AbortSignal.timeout(REST_LIMIT_MS)])).then(
      () => true,
      () => false,
    ),
  );
  signal.throwIfAborted();
  const { wrong, lost, searched } = await step('checking what is stored', () =>
    wrongAtTheEnd(system, { acknowledged: load.acknowledged, limitMs: REST_LIMIT_MS, report, seed, signal }),
  );
  watched.abort();
  await watching;
  return {
    ...{ seed, minutes, lost, searched },
    faults: strikes.struck.toSorted((a, b) => a.atMs - b.atMs),
    events: { acknowledged: load.acknowledged.length, retries: load.retries },
    reads: { ...figuresOf(tally), ownWrites: tally.ownWrites },
    longestFreshnessGapMs: Math.round(tally.longestFreshnessGapMs),
    divergences: [
      ...(rested ? [] : ['what was acknowledged was not applied in time, though everything was healed']),
      ...[...strikes.failures, ...traffic.failures, ...tally.wrong, ...watch.wrong, ...wrong],
    ],
  };
}

function startReaders(
  { baseUrls }: ChaosSystem,
  { known, tally }: Workload,
  { seed, atWork }: { readonly seed: number; readonly atWork: AbortSignal },
): Promise<void>[] {
  return baseUrls.flatMap((baseUrl, service) =>
    Array.from({ length: READERS_OF_EACH_QUERY_SERVICE }, (_, index) =>
      readOnAndOn({ baseUrl, random: createRandom(seed + 10 * service + index), known, tally }, atWork),
    ),
  );
}

/** Publishing ends with the schedule; readers go on until the last recovery. */
async function strikeUnder(
  traffic: Traffic,
  run: { readonly strikes: Strikes; readonly workload: Workload; readonly options: ChaosOptions },
): Promise<void> {
  const { seed, minutes, signal } = run.options;
  const durationMs = minutes * MINUTE_MS;
  const over = new AbortController();
  const progress = reportProgress(run, AbortSignal.any([signal, over.signal]));
  try {
    await Promise.all([
      run.strikes.run(faultSchedule(seed, durationMs)),
      sleep(durationMs, signal).then(() => traffic.stopPublishing()),
    ]);
    signal.throwIfAborted();
  } finally {
    over.abort();
    await Promise.all([traffic.stop(), progress]);
  }
}

async function reportProgress(
  { strikes, workload, options }: { strikes: Strikes; workload: Workload; options: ChaosOptions },
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const { watch, load, tally } = workload;
  while (await sleep(PROGRESS_EVERY_MS, signal)) {
    const seconds = Math.round((performance.now() - began) / 1_000);
    const events = `${watch.count()} of ${load.acknowledged.length} events applied`;
    options.report(`${seconds} s: ${strikes.struck.length} faults recovered from, ${events}, ${tally.total} reads`);
  }
}

/** Resolves when all that is acknowledged now is applied, and all query services have answered. @throws when aborted */
async function recovered({ baseUrls }: ChaosSystem, { watch, tally }: Workload, signal: AbortSignal): Promise<void> {
  const from = performance.now();
  await watch.applied(signal);
  while (!baseUrls.every((url) => (tally.lastGoodAt.get(url) ?? 0) > from)) {
    signal.throwIfAborted();
    await sleep(PROBE_MS, signal);
  }
}
