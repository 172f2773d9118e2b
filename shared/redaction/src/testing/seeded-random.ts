/** Random choices that a seed repeats: the same seed gives the same choices on every machine. */
export type Random = {
  /** A whole number from 0 to `below`, exclusive. */
  readonly int: (below: number) => number;
  readonly pick: <T>(list: readonly [T, ...T[]] | readonly T[]) => T;
  readonly chance: (probability: number) => boolean;
  readonly digits: (length: number) => string;
};

/** The mulberry32 generator: 32 bits of state are plenty for one document; every document has a seed of its own. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    pick: <T>(list: readonly T[]): T => list[int(list.length)] as T,
    chance: (probability) => next() < probability,
    digits: (length) => {
      let digits = '';
      while (digits.length < length) digits += String(int(10));
      return digits;
    },
  };
}
