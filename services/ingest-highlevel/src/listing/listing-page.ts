import type { CrmClient } from '../crm-api/crm-client.ts';
import { type Cursor, cursorSchema } from '../crm-api/paging.ts';
import { contentOf, type MappingContext } from '../mapping/entity-mapping.ts';
import type { Source } from '../mapping/source-fields.ts';
import type { EntityRef } from '../entity-ref.ts';
import type { Observation, Seen } from '../versioning/crm-state.ts';
import { z } from 'zod';

/** What is listed of a location, in this order: what contacts and deals refer to comes first. */
export const listedKinds = ['location', 'customField', 'pipeline', 'contact', 'opportunity'] as const;
export type ListedKind = (typeof listedKinds)[number];

export const listingPlaceSchema = z.strictObject({ kind: z.enum(listedKinds), cursor: cursorSchema.nullable() });
/** Where a listing goes on. */
export type ListingPlace = z.infer<typeof listingPlaceSchema>;

export const FIRST_PLACE: ListingPlace = { kind: listedKinds[0], cursor: null };

export type ListedPage = {
  readonly kind: ListedKind;
  readonly entities: readonly Source[];
  readonly seen: Seen;
  /** Null: everything is listed. */
  readonly next: ListingPlace | null;
};

/** A search shows a change a few seconds after it was made; until then it shows the state before. */
const SEARCH_LAG_MS = 60_000;

/** Reads one page of what HighLevel lists of a location. Errors: those of the client. */
export async function readListedPage(
  client: CrmClient,
  locationId: string,
  { kind, cursor }: ListingPlace,
  clock: () => number,
): Promise<ListedPage> {
  const from = clock() - SEARCH_LAG_MS;
  const { entities, next } = await read(client, locationId, kind, cursor);
  const seen = { from, to: clock() };
  return { kind, entities, seen, next: next === null ? firstPlaceAfter(kind) : { kind, cursor: next } };
}

async function read(
  client: CrmClient,
  locationId: string,
  kind: ListedKind,
  cursor: Cursor | null,
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

function firstPlaceAfter(kind: ListedKind): ListingPlace | null {
  const next = listedKinds[listedKinds.indexOf(kind) + 1];
  return next === undefined ? null : { kind: next, cursor: null };
}

/** One look at each entity of a page. */
export function observationsOf(
  locationId: string,
  { kind, entities, seen }: ListedPage,
  onCut: MappingContext['onCut'],
): Observation[] {
  return entities.map((source) => {
    const ref: EntityRef = { kind, locationId, id: String(source.id) };
    const content = contentOf(ref, source, { occurredAt: seen.to, onCut });
    const occurredAt = (content.is === 'live' ? content.updatedAt : null) ?? seen.to;
    return { ref, authority: 'listing', seen, content, occurredAt };
  });
}
