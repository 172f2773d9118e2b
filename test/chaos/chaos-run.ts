import { sleep } from '@fundlens/runtime/backoff';
import { createRandom } from '../simulation/random.ts';
import { MOST_OF_A_LINE, wrongAtTheEnd } from './at-the-end.ts';
import { createChaosLoad, READABLE } from './chaos-load.ts';
import { newTally, readOnAndOn } from './chaos-readers.ts';
import type { ChaosResult, StruckFault } from './chaos-report.ts';
import { type ChaosSystem, startChaosSystem } from './chaos-system.ts';
import { strike } from './fault-injection.ts';
import { createKnownStates } from './known-states.ts';
import { createRecoveryWatch } from './recovery-watch.ts';
import { type Fault, faultSchedule, type Target } from './schedule.ts';

export type ChaosOptions = {
  readonly seed: number;
  readonly minutes: number;
  readonly dataDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
};

const MINUTE_MS = 60_000;
const PROGRESS_EVERY_MS = 5_000;
/** What two cores take beside everything else that runs here. */
const EVENTS_PER_SECOND = 50;
/** Everything published is kept to be compared with, a few kilobytes each: longer runs publish more slowly. */
const MOST_EVENTS = 40_000;
const READERS_OF_EACH_QUERY_SERVICE = 2;
/** A system that is whole again and has not come to rest by then never will. */
const REST_LIMIT_MS = 180_000;

/**
 * Starts a system of its own, publishes, reads and lets faults happen; then heals everything, waits for rest and compares.
 * @throws the reason of the signal when that is aborted; nothing runs any more then
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, dataDirectory, environment, report, signal } = options;
  const incidents: string[] = [];
  const ending = new AbortController();
  const system = await startChaosSystem({
    dataDirectory,
    environment,
    random: createRandom(seed + 1),
    signal: AbortSignal.any([signal, ending.signal]),
    report(line) {
      // Most servers that end unexpectedly were struck.
      if (/^(projector|query)-\d/.test(line)) incidents.push(line.slice(0, MOST_OF_A_LINE));
      if (!/ended unexpectedly/.test(line)) report(line);
    },
  });
  try {
    return await inSystem(system, { ...options, incidents });
  } finally {
    ending.abort();
    await system.stop();
  }
}

async function inSystem(system: ChaosSystem, options: ChaosOptions & { incidents: string[] }): Promise<ChaosResult> {
  const { seed, minutes, report, signal, incidents } = options;
  const now = Date.now();
  const known = createKnownStates((locationId) => READABLE.some((id) => id === locationId));
  const eventsPerSecond = Math.min(EVENTS_PER_SECOND, MOST_EVENTS / (minutes * 60));
  const { publisher } = system;
  const load = createChaosLoad({ publisher, seed, eventsPerSecond, now, known, interrupted: signal });
  const watch = createRecoveryWatch({ db: system.db, topics: system.topics, ends: load.ends });
  const tally = newTally();
  const faults: StruckFault[] = [];
  const failures: string[] = [];

  const over = new AbortController();
  const published = new AbortController();
  const atWork = AbortSignal.any([signal, over.signal]);
  const watched = new AbortController();
  const watching = watch.run(AbortSignal.any([signal, watched.signal]));
  await load.prepare();
  await watch.applied(signal);

  const began = performance.now();
  const publishing = load.run(AbortSignal.any([atWork, published.signal])).catch((error: unknown) => {
    if (!signal.aborted) failures.push(`publishing ended: ${messageOf(error)}`);
  });
  const reading = system.baseUrls.flatMap((baseUrl, service) =>
    Array.from({ length: READERS_OF_EACH_QUERY_SERVICE }, (_, index) =>
      readOnAndOn({ baseUrl, random: createRandom(seed + 10 * service + index), known, tally }, atWork),
    ),
  );
  const telling = tell();
  try {
    await Promise.all([strikeAll(), publishUntilTheEnd()]);
    signal.throwIfAborted();
    report('everything is healed; waiting for rest');
  } finally {
    over.abort();
    await Promise.all([publishing, ...reading, telling]);
  }
  const atRest = AbortSignal.any([signal, AbortSignal.timeout(REST_LIMIT_MS)]);
  const rested = await watch.applied(atRest).then(
    () => true,
    () => false,
  );
  signal.throwIfAborted();
  const { wrong, lost, searched } = await wrongAtTheEnd(system, {
    acknowledged: load.acknowledged,
    limitMs: REST_LIMIT_MS,
    report,
    seed,
    signal,
  });
  watched.abort();
  await watching;
  return {
    seed,
    minutes,
    faults: faults.toSorted((a, b) => a.atMs - b.atMs),
    events: { acknowledged: load.acknowledged.length, retries: load.retries },
    reads: {
      total: tally.total,
      compared: tally.compared,
      ownWrites: tally.ownWrites,
      byOutcome: Object.fromEntries(tally.byOutcome),
    },
    longestFreshnessGapMs: Math.round(tally.longestFreshnessGapMs),
    divergences: [
      ...(rested ? [] : ['what was acknowledged was not applied in time, though everything was healed']),
      ...failures,
      ...tally.wrong,
      ...watch.wrong,
      ...wrong,
    ],
    lost,
    incidents,
    searched,
  };

  /** Recoveries are still waited for afterwards, and questions asked. */
  async function publishUntilTheEnd(): Promise<void> {
    await sleep(began + minutes * MINUTE_MS - performance.now(), signal);
    published.abort();
  }

  /** Every fault at its time; later when its target is still being brought back. */
  async function strikeAll(): Promise<void> {
    const healing = new Map<Target, Promise<void>>();
    const recovering: Promise<void>[] = [];
    let struck = 0;
    for (const fault of faultSchedule(seed, minutes * MINUTE_MS)) {
      await sleep(began + fault.atMs - performance.now(), signal);
      await healing.get(fault.target);
      if (signal.aborted) break;
      struck += 1;
      const own = struck;
      const healed = happen(fault);
      healing.set(fault.target, healed);
      recovering.push(
        healed.then(async () => {
          const recoveryMs = await recovery();
          faults.push({ ...fault, recoveryMs, overlapped: struck > own });
        }),
      );
    }
    await Promise.all([...healing.values(), ...recovering]);
  }

  async function happen(fault: Fault): Promise<void> {
    try {
      const heal = strike(fault, system.victims);
      await sleep(fault.untilMs - fault.atMs, signal);
      await heal();
    } catch (error) {
      if (!signal.aborted) failures.push(`${fault.target} did not come back after ${fault.kind}: ${messageOf(error)}`);
    }
  }

  /** Milliseconds from now until all is applied that is acknowledged now, and all query services answer; null: aborted. */
  async function recovery(): Promise<number | null> {
    const from = performance.now();
    const limited = AbortSignal.any([signal, AbortSignal.timeout(REST_LIMIT_MS)]);
    const answered = () => system.baseUrls.every((url) => (tally.lastGoodAt.get(url) ?? 0) > from);
    try {
      await watch.applied(limited);
      while (!answered()) {
        limited.throwIfAborted();
        await sleep(PROBE_MS, limited);
      }
      return Math.round(performance.now() - from);
    } catch (error) {
      if (limited.aborted) return null;
      throw error;
    }
  }

  async function tell(): Promise<void> {
    while (await sleep(PROGRESS_EVERY_MS, atWork)) {
      const seconds = Math.round((performance.now() - began) / 1_000);
      const events = `${watch.count()} of ${load.acknowledged.length} events applied`;
      report(`${seconds} s: ${faults.length} faults recovered from, ${events}, ${tally.total} reads`);
    }
  }
}

const PROBE_MS = 25;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
