import { z } from 'zod';
import type { CrmClient } from '../crm-api/crm-client.ts';
import { type Cursor, cursorSchema } from '../crm-api/paging.ts';
import type { Source } from '../mapping/source-fields.ts';

/** What is listed of a location, in this order: what contacts and deals refer to comes first. */
export const listedKinds = ['location', 'customField', 'pipeline', 'contact', 'opportunity'] as const;
export type ListedKind = (typeof listedKinds)[number];

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

/** Reads one page of what HighLevel lists of a location; `next` null: it is the last one. Errors: those of the client. */
export async function readListedPage(
  client: CrmClient,
  locationId: string,
  { kind, cursor }: Pick<SweepPlace, 'kind' | 'cursor'>,
): Promise<{ readonly entities: readonly Source[]; readonly next: Cursor | null }> {
  switch (kind) {
    case 'location': {
      const location = await client.location(locationId, 'bulk');
      return { entities: location === null ? [] : [location], next: null };
    }
    case 'customField':
      return { entities: await client.customFields(locationId, 'bulk'), next: null };
    case 'pipeline':
      return { entities: await client.pipelines(locationId, 'bulk'), next: null };
    case 'contact':
      return await client.contacts(locationId, 'bulk', cursor);
    case 'opportunity':
      return await client.opportunities(locationId, 'bulk', cursor);
  }
}
