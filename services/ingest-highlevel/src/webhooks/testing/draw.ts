/** Random choices of one schedule, all from one seed. */
export type Draw = {
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** A whole number from 0 to `max`. */
  upTo(max: number): number;
};

/** mulberry32 by Tommy Ettinger (public domain): small, fast and good enough to choose schedules. */
export function drawFrom(seed: number): Draw {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('Nothing to pick from.');
      return item;
    },
    upTo: (max) => Math.floor(next() * (max + 1)),
  };
}
