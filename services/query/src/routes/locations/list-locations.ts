import { locationBody } from '@fundlens/read-models/locations/locations';
import { z } from 'zod';
import type { CursorKey } from '../../pagination/cursor.ts';
import type { LocationQueries } from '../../queries/locations.ts';
import type { Page } from '../../queries/page.ts';
import { openPage, pageMembers } from '../paging.ts';
import { cursor, limit } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';

const USUAL_PAGE_SIZE = 100;

const path = '/locations';

const locationsData = z.strictObject({ ...pageMembers, locations: z.array(locationBody) });

export type ListLocationsOptions = {
  readonly locations: LocationQueries;
  /** Those of the given locations that nobody may read at the moment. */
  readonly blockedLocations: (locationIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly cursors: CursorKey;
};

/** GET /locations: what the credential reaches, in the order of ids. `locationId` is accepted and has no effect. */
export function listLocations({ locations, blockedLocations, cursors }: ListLocationsOptions): Route {
  async function ofCompany(companyId: string, request: { after: string | null; limit: number }): Promise<Page> {
    const page = await locations.listOfCompany(companyId, request);
    const blocked = await blockedLocations(page.entries.map(({ id }) => id));
    return { entries: page.entries.filter(({ id }) => !blocked.has(id)), next: page.next };
  }

  async function pinned(locationId: string): Promise<Page> {
    const body = await locations.find(locationId);
    return { entries: body === null ? [] : [{ id: locationId, body }], next: null };
  }

  return defineRoute({
    path,
    operation: 'locations.list',
    permission: null,
    location: 'reach',
    tag: 'Locations',
    summary: 'List the locations that the credential reaches',
    description:
      'In the order of ids. Agency keys find here the `locationId` to pass elsewhere. `locationId` itself is accepted and has no effect.',
    data: locationsData,
    caching: 'revalidated',
    reads: ['locations'],
    parameters: z.object({ limit: limit(USUAL_PAGE_SIZE), cursor: cursor() }),
    structural: ['limit'],
    prepare(parameters, caller) {
      const page = openPage(cursors, { route: path, caller, filters: [] }, parameters);
      return async ({ locationId }) => {
        const { reach, companyId } = caller;
        const found =
          reach === 'agency' && companyId !== null
            ? await ofCompany(companyId, page.request)
            : await pinned(locationId);
        return page.show(found, 'locations');
      };
    },
  });
}
