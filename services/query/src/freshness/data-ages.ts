import { within } from '@fundlens/contracts/deadline';
import { readModels as definitions } from '@fundlens/read-models/definitions';
import { RetryableError } from '@fundlens/runtime/errors';
import { asOfServed, type Progress } from './data-as-of.ts';

/** `ageMs` null: not known. */
export type DataAge = { readonly model: string; readonly ageMs: number | null };

/** A scrape must not wait longer for a MongoDB that is silent: a scrape that times out loses the other series too. */
const ANSWER_MS = 500;

const MODELS = definitions.filter(({ streams }) => streams.length > 0);

/** How old each read model is. Rejects while MongoDB does not answer. */
export function createDataAges(options: {
  readonly progress: () => Promise<Progress>;
  readonly generation: () => Promise<number>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}): () => Promise<DataAge[]> {
  async function ages(): Promise<DataAge[]> {
    const progress = await options.progress();
    const generation = await options.generation();
    return MODELS.map(({ name, streams }) => {
      const asOf = asOfServed({ generation, streams }, progress);
      return { model: name, ageMs: asOf === null ? null : Math.max(0, options.clock() - asOf) };
    });
  }

  return () =>
    within(ANSWER_MS, ages(), () => new RetryableError('mongodb_unavailable', 'MongoDB does not answer a scrape.'));
}
