import type { Random } from './random.ts';
import type { CallFaults } from './simulated-server.ts';

/** What may happen between two steps. */
export const FAULTS = [
  'crash',
  'start',
  'stop',
  'freeze',
  'thaw',
  'expire',
  'rebalance',
  'step down',
  'away',
  'replicate',
  'restore',
] as const;
export type Fault = (typeof FAULTS)[number];

/** How rough a world is: drawn once for each, so that some have one kind of fault only and some have all. */
export type Weather = {
  /** Of all steps, how many are followed by a fault. */
  readonly faultRate: number;
  readonly calls: CallFaults;
  readonly weights: ReadonlyMap<Fault, number>;
  readonly processes: number;
  readonly partitions: number;
  /** What each process may remember of documents: nothing, some of them, or all. */
  readonly cacheBytes: number;
  /** What the partitions of a group may have in hand together: two or three events, or more than there are. */
  readonly bytesInFlight: number;
};

const CACHE_BYTES = [0, 2 * 1_024, 16 * 1_024, 32 * 1_024 * 1_024] as const;
const BYTES_IN_FLIGHT = [1_024, 1_024 * 1_024] as const;

const CALM = 0.15;

/** What a world has for certain, and how often; the rest is drawn. */
export type CertainWeather = {
  readonly weights?: Partial<Readonly<Record<Fault, number>>>;
  readonly calls?: CallFaults;
  readonly faultRate?: number;
  readonly cacheBytes?: number;
};

export function drawWeather(random: Random, certain: CertainWeather = {}): Weather {
  const rate = (most: number) => (random.chance(0.4) ? 0 : random.next() * most);
  const calm = random.chance(CALM);
  const weights = new Map(FAULTS.map((fault) => [fault, random.chance(0.35) ? 0 : RELATIVE[fault]]));
  for (const fault of FAULTS) weights.set(fault, certain.weights?.[fault] ?? weights.get(fault) ?? 0);
  const usualRate = calm ? 0.005 : 0.01 + random.next() * 0.05;
  const usual: CallFaults = calm
    ? { refused: 0, lost: 0, partial: 0 }
    : { refused: rate(0.04), lost: rate(0.06), partial: rate(0.05) };
  return {
    faultRate: certain.faultRate ?? usualRate,
    calls: certain.calls ?? usual,
    weights,
    processes: random.between(1, 3),
    partitions: random.between(1, 3),
    cacheBytes: certain.cacheBytes ?? random.pick(CACHE_BYTES),
    bytesInFlight: random.pick(BYTES_IN_FLIGHT),
  };
}

/** Beside each other: a replica follows all the time, a backup is put back rarely. */
const RELATIVE: Readonly<Record<Fault, number>> = {
  crash: 3,
  start: 6,
  stop: 2,
  freeze: 3,
  thaw: 5,
  expire: 3,
  rebalance: 3,
  'step down': 3,
  away: 1,
  replicate: 12,
  restore: 1.5,
};

/** One of the faults, by their weights; null when the weather has none. */
export function drawFault(random: Random, { weights }: Weather): Fault | null {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  let at = random.next() * total;
  for (const [fault, weight] of weights) {
    at -= weight;
    if (at < 0) return fault;
  }
  return null;
}
