import { expect, inject, test } from 'vitest';
import { createTestSystem } from '../harness/test-system.ts';
import { answersTo } from './answers.ts';
import { digestsOf, recordDigests, recordedDigests, saveAnswers, SEEDS } from './digests.ts';

/** By default one seed; `ANSWERS=all` compares all of them, `ANSWERS=record` writes what is answered now. */
const { ANSWERS, ANSWERS_DIRECTORY } = process.env;
const seeds = ANSWERS === undefined ? SEEDS.slice(0, 1) : SEEDS;

test.each(seeds)('every route answers the %s history as recorded', async (seed) => {
  const system = await createTestSystem({ name: `answers-${seed}`, stack: inject('stack') });
  try {
    const answers = await answersTo(system, seed);
    if (ANSWERS_DIRECTORY !== undefined) saveAnswers(`${ANSWERS_DIRECTORY}/${seed}`, answers);
    const digests = digestsOf(answers);
    if (ANSWERS === 'record') recordDigests(seed, digests);
    // Differences are shown by question; `ANSWERS_DIRECTORY` keeps the answers themselves.
    expect(digests).toEqual(recordedDigests(seed));
  } finally {
    await system.stop();
  }
});
