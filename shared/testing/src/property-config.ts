import { flag, parseConfig, wholeNumber } from '@fundlens/runtime/config';
import { z } from 'zod';

/** The largest seed that fast-check takes: 31 bits. */
const MAX_SEED = 2 ** 31 - 1;

const schema = z.object({
  PROPERTY_SEED: wholeNumber({ min: 0, max: MAX_SEED })
    .optional()
    .meta({ description: 'Seed of the property tests; unset: a new one in every run, which the run prints' }),
  PROPERTY_RUNS: wholeNumber({ min: 1, max: 1_000 })
    .default(1)
    .meta({ description: 'Every property looks at so many times its cases; the nightly run at four times' }),
  PROPERTY_VERBOSE: flag().default(false).meta({ description: 'Show every counterexample on the way to the smallest' }),
});

/**
 * The seed of this run: given by PROPERTY_SEED to repeat a run, otherwise new, so that every run looks at other
 * histories. Tests print it.
 */
export function propertySeed(): { readonly seed: number; readonly verbose: boolean } {
  const { PROPERTY_SEED, PROPERTY_VERBOSE } = parseConfig(schema, process.env);
  return { seed: PROPERTY_SEED ?? Date.now() % MAX_SEED, verbose: PROPERTY_VERBOSE };
}

/** How many cases this run looks at, of a property that looks at `cases` in an ordinary one. */
export function propertyRuns(cases: number): number {
  return cases * parseConfig(schema, process.env).PROPERTY_RUNS;
}
