import type { Random } from '@fundlens/runtime/testing/random';
import type { CallFaults } from './simulated-server.ts';

/** What may happen between two steps, and how often: a replica follows all the time, a backup is put back rarely. */
const RELATIVE = {
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
export type Fault = keyof typeof RELATIVE;
export const FAULTS = Object.keys(RELATIVE) as readonly Fault[];

/** How rough a world is: drawn once for each, so that some have one kind of fault only and some have all. */
export type Weather = {
  /** Of all steps, how many are followed by a fault. */
  readonly faultRate: number;
  readonly calls: CallFaults;
  readonly weights: Readonly<Record<Fault, number>>;
  readonly processes: number;
  readonly partitions: number;
  /** What each process may remember of documents: nothing, some of them, or all. */
  readonly cacheBytes: number;
  /** What the partitions of a group may have in hand together: two or three events, or more than there are. */
  readonly bytesInFlight: number;
};

const CACHE_BYTES = [0, 2 * 1_024, 16 * 1_024, 32 * 1_024 * 1_024] as const;
const BYTES_IN_FLIGHT = [1_024, 6 * 1_024, 1_024 * 1_024] as const;
const CALM = 0.15;

/** What a world has for certain; the rest is drawn. */
export type CertainWeather = Partial<Pick<Weather, 'faultRate' | 'calls' | 'cacheBytes'>> & {
  readonly weights?: Partial<Weather['weights']>;
};

export function drawWeather(random: Random, { weights, ...certain }: CertainWeather = {}): Weather {
  const rate = (most: number) => (random.chance(0.4) ? 0 : random.next() * most);
  const isCalm = random.chance(CALM);
  const drawn = FAULTS.map((fault) => [fault, random.chance(0.35) ? 0 : RELATIVE[fault]]);
  return {
    weights: { ...(Object.fromEntries(drawn) as Weather['weights']), ...weights },
    faultRate: isCalm ? 0.005 : 0.01 + random.next() * 0.05,
    calls: isCalm
      ? { refused: 0, lost: 0, partial: 0 }
      : { refused: rate(0.04), lost: rate(0.06), partial: rate(0.05) },
    processes: random.between(1, 3),
    partitions: random.between(1, 3),
    cacheBytes: random.pick(CACHE_BYTES),
    bytesInFlight: random.pick(BYTES_IN_FLIGHT),
    ...certain,
  };
}

/** One of the faults, by their weights; null when the weather has none. */
export function drawFault(random: Random, { weights }: Weather): Fault | null {
  let at = random.next() * Object.values(weights).reduce((sum, weight) => sum + weight);
  for (const fault of FAULTS) {
    at -= weights[fault];
    if (at < 0) return fault;
  }
  return null;
}
