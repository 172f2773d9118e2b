import type { LinkConditions } from '@fundlens/testing/slow-link';
import { createRandom, type Random } from '../simulation/random.ts';

/** Processes of ours; the servers are those of the local stack. */
export const SERVICES = ['projector-1', 'projector-2', 'query-1', 'query-2'] as const;
export type ServiceTarget = (typeof SERVICES)[number];
export const SERVERS = ['mongodb', 'redis', 'kafka', 'registry'] as const;
export type ServerTarget = (typeof SERVERS)[number];
export type Target = ServiceTarget | ServerTarget;

/** What can happen to any process. */
export const PROCESS_FAULTS = ['kill', 'terminate', 'stop'] as const;
/** What can happen to the connections of a server. */
export const NETWORK_FAULTS = ['cut', 'hang', 'reset', 'half-close', 'latency', 'jitter', 'bandwidth'] as const;
export type FaultKind = (typeof PROCESS_FAULTS)[number] | (typeof NETWORK_FAULTS)[number];

/** Times in milliseconds from the beginning of the schedule. */
export type Fault = {
  readonly atMs: number;
  /** From then on all is as before: the process is started or continued, the connections carry. */
  readonly untilMs: number;
  readonly kind: FaultKind;
  readonly target: Target;
  readonly link?: LinkConditions;
};

type Blow = Pick<Fault, 'kind' | 'target'>;

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
