import { definitionOf } from '@fundlens/read-models/definitions';
import type { AnswerHeaders } from '../api-error.ts';
import type { ReadModels } from '../queries/model-versions-store.ts';
import type { Route } from '../routes/route.ts';
import type { DataAsOf, Fed } from './data-as-of.ts';

export type AnswerFreshnessOptions = {
  readonly readModels: Pick<ReadModels, 'version'>;
  readonly dataAsOf: DataAsOf;
};

/**
 * What an answer says of its freshness. **Invariant**: it is found out before the route reads, so that the data is at
 * least as fresh as the answer says: read models only go forward.
 */
export type AnswerFreshness = (
  route: Pick<Route, 'reads' | 'behindSince'>,
  locationId: string,
) => Promise<AnswerHeaders>;

const NOTHING: AnswerHeaders = {};

export function createAnswerFreshness({ readModels, dataAsOf }: AnswerFreshnessOptions): AnswerFreshness {
  return async ({ reads, behindSince }, locationId) => {
    if (reads.length === 0) return NOTHING;
    const fed = await Promise.all(
      reads.map(async (name): Promise<Fed> => {
        return { version: await readModels.version(name), streams: definitionOf(name).streams };
      }),
    );
    const asOf = await dataAsOf(fed);
    // After the models' own: what they had by then is either in what follows them, or is found here.
    const since = (await behindSince?.(locationId)) ?? null;
    if (asOf === null) return NOTHING;
    return { 'X-Data-As-Of': new Date(since === null ? asOf : Math.min(asOf, since - 1)).toISOString() };
  };
}
