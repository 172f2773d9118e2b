export type Random = {
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  pick<Value>(values: readonly Value[]): Value;
  oneIn(chances: number): boolean;
};

/** The same numbers for the same seed, so that a failure can be repeated. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
  return {
    below,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new TypeError('there is nothing to pick from');
      return value;
    },
    oneIn: (chances) => below(chances) === 0,
  };
}
