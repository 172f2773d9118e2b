/** A source of choices that is the same for the same seed. */
export type Random = ReturnType<typeof createRandom>;

const TWO_TO_32 = 4_294_967_296;

/** mulberry32: 32 bits of state are enough to choose schedules, and it is the same on every machine. */
export function createRandom(seed: number) {
  let state = seed >>> 0;

  /** Uniform in 0 (included) to 1 (excluded). */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / TWO_TO_32;
  }

  /** Uniform in 0 to `count` - 1. */
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    /** Uniform, both ends included. */
    between: (min: number, max: number) => min + below(max - min + 1),
    chance: (probability: number) => next() < probability,
    digits: (length: number) => Array.from({ length }, () => below(10)).join(''),
    /** @throws TypeError for an empty list. */
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new TypeError('there is nothing to pick from');
      return list[below(list.length)] as T;
    },
    shuffled<T>(list: readonly T[]): T[] {
      const shuffled = [...list];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
      }
      return shuffled;
    },
  };
}
