import { completeUpTo } from '@fundlens/read-models/checkpoint';
import type { UpdatedSince } from '../queries/updated-entries.ts';
import { instant } from './parameters.ts';

/**
 * The parameter `updatedSince` of a list, in epoch milliseconds.
 * @param what completes the sentence "Only entries whose … changed".
 */
export function updatedSince(what: string) {
  return instant()
    .optional()
    .describe(
      `Only entries whose ${what} changed at this instant or later, in the order of \`/changes\`, each as it is now. ` +
        'Entries of the five seconds before it come too, so that it may be the `X-Data-As-Of` of the first page of an ' +
        'earlier walk. What went away is told by `/changes` only.',
    );
}

/** What `updatedSince` asks of the query; null: it was not given. */
export function updatedSinceOf(instant: number | undefined, asOf: number | null): UpdatedSince | null {
  return instant === undefined ? null : { instant, watermark: asOf === null ? null : completeUpTo(asOf) };
}
