import { z } from 'zod';
import { cursorSchema } from '../crm-api/paging.ts';
import { listedKinds } from '../entity-ref.ts';

/** What lives in the log and is not listed is looked for when everything is listed; `null` cursor: from the beginning. */
export const sweepPlaceSchema = z.strictObject({
  part: z.enum(['listing', 'unlisted']),
  kind: z.enum(listedKinds),
  cursor: cursorSchema.nullable(),
});
/** Where a sweep goes on. */
export type SweepPlace = z.infer<typeof sweepPlaceSchema>;

export const FIRST_PLACE: SweepPlace = { part: 'listing', kind: listedKinds[0], cursor: null };

/** The first place of the next kind; after the last kind, that of the next part; null: the sweep has ended. */
export function placeAfter({ part, kind }: Pick<SweepPlace, 'part' | 'kind'>): SweepPlace | null {
  const next = listedKinds[listedKinds.indexOf(kind) + 1];
  if (next !== undefined) return { part, kind: next, cursor: null };
  return part === 'listing' ? { ...FIRST_PLACE, part: 'unlisted' } : null;
}
