import { sleep } from '@fundlens/runtime/backoff';
import type { LinkConditions } from '@fundlens/testing/slow-link';
import { createRandom, type Random } from '../simulation/random.ts';
import { type Scenario, WHOLE_NUMBER } from './scenario.ts';
import { onStage, type Stage, textOf } from './stage.ts';
import { type Blow, NETWORK_FAULTS, PROCESS_FAULTS, SERVERS, SERVICES, strike, type Target } from './strike.ts';

const MINUTE_MS = 60_000;
/** What two cores take beside everything else that runs here. */
const EVENTS_PER_SECOND = 50;
/** The run keeps every published event for comparison, a few kilobytes each: longer runs publish more slowly. */
const MOST_EVENTS = 40_000;

export const chaos: Scenario = {
  name: 'chaos',
  what: 'kills, stops, slows and cuts off services and servers in a seeded order, overlapping',
  options: { minutes: { values: 'a whole number', usual: '5', pattern: WHOLE_NUMBER } },
  async run(context) {
    const minutes = Number(context.options.minutes);
    const eventsPerSecond = Math.min(EVENTS_PER_SECOND, MOST_EVENTS / (minutes * 60));
    const schedule = faultSchedule(context.seed, minutes * MINUTE_MS);
    return await onStage({ ...context, eventsPerSecond }, (stage) => strikeOn(stage, schedule));
  },
};

/** Every fault at its time; later when its target is still being brought back. Resolves after the last recovery. */
async function strikeOn(stage: Stage, schedule: readonly Fault[]): Promise<object> {
  const { signal, report } = stage.context;
  const began = performance.now();
  const healing = new Map<Target, Promise<void>>();
  const recoveries: Promise<Recovered>[] = [];
  for (const fault of schedule) {
    await sleep(began + fault.atMs - performance.now(), signal);
    await healing.get(fault.target);
    if (signal.aborted) break;
    const healed = happen(stage, fault);
    healing.set(fault.target, healed);
    recoveries.push(healed.then(() => recovery(stage, fault)));
    report(`${fault.kind} ${fault.target}; ${stage.load.acknowledged.length} events, ${stage.reads.total} reads`);
  }
  const faults = await Promise.all(recoveries);
  return { recoveryMs: percentiles(faults.flatMap(({ recoveryMs }) => recoveryMs ?? [])), faults };
}

async function happen({ system, context: { signal }, broken }: Stage, fault: Fault): Promise<void> {
  try {
    const heal = strike(fault, system.victims);
    await sleep(fault.untilMs - fault.atMs, signal);
    await heal();
  } catch (error) {
    if (!signal.aborted) broken('what did not come back', `${fault.target} after ${fault.kind}: ${textOf(error)}`);
  }
}

type Recovered = Fault & { readonly recoveryMs: number | null };

async function recovery(stage: Stage, fault: Fault): Promise<Recovered> {
  try {
    return { ...fault, recoveryMs: await stage.recovered() };
  } catch (error) {
    const { signal } = stage.context;
    if (!signal.aborted)
      stage.broken('faults that were not recovered from', `${fault.kind} ${fault.target}: ${textOf(error)}`);
    return { ...fault, recoveryMs: null };
  }
}

/** Nearest rank; null when nothing was measured. */
function percentiles(milliseconds: readonly number[]): object | null {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1];
  return sorted.length === 0 ? null : { count: sorted.length, p50: at(0.5), p99: at(0.99), max: sorted.at(-1) };
}

/** Times in milliseconds from the beginning of the schedule. */
export type Fault = Blow & {
  readonly atMs: number;
  /** From then on all is as before: the process is started or continued, the connections carry. */
  readonly untilMs: number;
};

/** The first fault finds everything at work. */
const QUIET_AT_FIRST_MS = 3_000;
/** Between the end of a fault and the next that does not overlap it: long enough to recover from most. */
const PAUSE_MS = { min: 1_500, max: 6_000 };
const OVERLAPS = 0.25;
/** Up to beyond the session of a projector and the time limit of a request. */
const LASTS_MS = { min: 400, max: 7_000 };

const allBlows: readonly Blow[] = [
  ...[...SERVICES, ...SERVERS].flatMap((target) => PROCESS_FAULTS.map((kind) => ({ kind, target }))),
  ...SERVERS.flatMap((target) => NETWORK_FAULTS.map((kind) => ({ kind, target }))),
];

/**
 * What happens when, for a seed; always the same. Every fault at every target comes once before any comes again, in an
 * order of the seed. Two faults never meet at one target; all of them end before `durationMs`.
 */
export function faultSchedule(seed: number, durationMs: number): Fault[] {
  const random = createRandom(seed);
  const faults: Fault[] = [];
  const bag: Blow[] = [];
  for (let at = QUIET_AT_FIRST_MS; ; ) {
    if (bag.length === 0) bag.push(...random.shuffled(allBlows));
    const busy = new Set(faults.filter(({ untilMs }) => untilMs > at).map(({ target }) => target));
    const index = bag.findIndex(({ target }) => !busy.has(target));
    const [blow] = index === -1 ? [] : bag.splice(index, 1);
    if (blow === undefined) {
      at = Math.max(...faults.map(({ untilMs }) => untilMs));
      continue;
    }
    const fault = {
      atMs: at,
      untilMs: at + random.between(LASTS_MS.min, LASTS_MS.max),
      ...blow,
      ...linkOf(blow, random),
    };
    if (fault.untilMs > durationMs) return faults;
    faults.push(fault);
    at = random.chance(OVERLAPS)
      ? random.between(at, fault.untilMs)
      : Math.max(...faults.map(({ untilMs }) => untilMs)) + random.between(PAUSE_MS.min, PAUSE_MS.max);
  }
}

function linkOf({ kind }: Blow, random: Random): { link?: LinkConditions } {
  switch (kind) {
    case 'latency':
      return { link: { latencyMs: random.between(20, 300), jitterMs: 0, bytesPerSecond: null } };
    case 'jitter':
      return { link: { latencyMs: random.between(0, 20), jitterMs: random.between(50, 400), bytesPerSecond: null } };
    case 'bandwidth':
      return { link: { latencyMs: 0, jitterMs: 0, bytesPerSecond: random.between(16, 512) * 1_024 } };
    default:
      return {};
  }
}
