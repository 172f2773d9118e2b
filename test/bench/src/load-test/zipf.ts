import { seededRandom } from '@fundlens/redaction/testing/seeded-random';

/**
 * Choices as use is spread in practice: the second is taken half as often as the first, the third a third as often.
 * @param random 0 to below 1
 * @returns gives an index below `count`
 */
export function createZipfChoice(count: number, random: () => number): () => number {
  return createWeightedChoice(
    Array.from({ length: count }, (_, index) => 1 / (index + 1)),
    random,
  );
}

/** @returns gives an index, each as often as its weight says */
export function createWeightedChoice(weights: readonly number[], random: () => number): () => number {
  let total = 0;
  const ends = weights.map((weight) => {
    total += weight;
    return total;
  });
  return () => {
    const at = random() * total;
    const found = ends.findIndex((end) => at < end);
    // Sums of doubles may end a little short.
    return found === -1 ? ends.length - 1 : found;
  };
}

const FRACTIONS = 2 ** 32;

/** From 0 to below 1; the same sequence for the same seed, so that every run asks the same. */
export function createFractions(seed: number): () => number {
  const { int } = seededRandom(seed);
  return () => int(FRACTIONS) / FRACTIONS;
}
