/** A repeatable source of chance: the same seed gives the same sequence on every machine. */
export type Random = {
  /** Uniform in [0, 1). */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<const T>(items: readonly [T, ...T[]]): T;
  /**
   * An independent sequence of its own. What is drawn from it shifts nothing elsewhere, so that one more contact in one
   * location does not rewrite all others.
   */
  fork(label: string): Random;
};

export function createRandom(seed: string): Random {
  const next = sfc32(seed);
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0],
    fork: (label) => createRandom(`${seed}/${label}`),
  };
}

/** Small fast counter generator, 32 bits. Source: C. Doty-Humphrey, PractRand (sfc32). */
function sfc32(seed: string): () => number {
  let [a, b, c] = [fnv1a(seed, 1), fnv1a(seed, 2), fnv1a(seed, 3)];
  let counter = 1;
  const step = () => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  // The first outputs still resemble the seed.
  for (let round = 0; round < 12; round += 1) step();
  return step;
}

function fnv1a(text: string, salt: number): number {
  let hash = 0x811c9dc5 ^ salt;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
