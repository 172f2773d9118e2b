import { sleep } from '@fundlens/runtime/backoff';
import type { LinkConditions } from '@fundlens/testing/tcp-proxy';
import { createRandom, type Random } from '@fundlens/runtime/testing/random';
import { type Scenario, WHOLE_NUMBER } from './scenario.ts';
import { onStage, type Stage, textOf } from './stage.ts';
import { type Blow, NETWORK_FAULTS, PROCESS_FAULTS, SERVERS, SERVICES, strike, type Target } from './strike.ts';

const MINUTE_MS = 60_000;
/** What two cores take beside everything else that runs here. */
const EVENTS_PER_SECOND = 50;
/** The run keeps every published event for comparison, a few kilobytes each: longer runs publish more slowly. */
const MOST_EVENTS = 40_000;
/** Up to beyond the session of a projector and the time limit of a request. */
const LASTS_MS = { min: 400, max: 7_000 };
/** Between the recovery from a fault and the next that does not overlap it. */
const PAUSE_MS = { min: 500, max: 3_000 };
const OVERLAPS = 0.4;

const allBlows: readonly Blow[] = [
  ...[...SERVICES, ...SERVERS].flatMap((target) => PROCESS_FAULTS.map((kind) => ({ kind, target }))),
  ...SERVERS.flatMap((target) => NETWORK_FAULTS.map((kind) => ({ kind, target }))),
];

export const chaos: Scenario = {
  name: 'chaos',
  what: 'kills, stops, slows and cuts off services and servers in a seeded order, overlapping',
  options: { minutes: { values: 'a whole number', usual: '5', pattern: WHOLE_NUMBER } },
  async run(context) {
    const minutes = Number(context.options.minutes);
    const eventsPerSecond = Math.min(EVENTS_PER_SECOND, MOST_EVENTS / (minutes * 60));
    return await onStage({ ...context, eventsPerSecond }, (stage) => strikeOn(stage, minutes * MINUTE_MS));
  },
};

/** Every fault at every target comes once before any comes again; two never meet at one target. */
async function strikeOn(stage: Stage, forMs: number): Promise<object> {
  const { signal, report, seed } = stage.context;
  const random = createRandom(seed);
  const endsAt = performance.now() + forMs;
  const struck = new Map<Target, Promise<void>>();
  const faults: string[] = [];
  let bag: Blow[] = [];
  while (performance.now() < endsAt && !signal.aborted) {
    if (bag.length === 0) bag = random.shuffled(allBlows);
    const blow = bag.find(({ target }) => !struck.has(target));
    if (blow !== undefined) {
      bag = bag.filter((other) => other !== blow);
      const { kind, target } = blow;
      faults.push(`${kind} ${target}`);
      report(`${kind} ${target}; ${stage.load.acknowledged.length} events, ${stage.reads.total} reads`);
      const lastsMs = random.between(LASTS_MS.min, LASTS_MS.max);
      const healed = happen(stage, { ...blow, ...linkOf(blow, random) }, lastsMs);
      struck.set(
        target,
        healed.then(() => void struck.delete(target)),
      );
      if (random.chance(OVERLAPS)) {
        await sleep(random.between(0, lastsMs), signal);
        continue;
      }
    }
    await Promise.all(struck.values());
    await sleep(random.between(PAUSE_MS.min, PAUSE_MS.max), signal);
  }
  await Promise.all(struck.values());
  return { faults };
}

async function happen({ system, context: { signal }, broken, recovered }: Stage, blow: Blow, lastsMs: number) {
  try {
    const heal = strike(blow, system.victims);
    await sleep(lastsMs, signal);
    await heal();
    await recovered();
  } catch (error) {
    if (!signal.aborted) broken('what did not come back', `${blow.target} after ${blow.kind}: ${textOf(error)}`);
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
