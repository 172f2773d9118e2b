import { locationBody } from '@fundlens/read-models/locations/locations';
import { z } from 'zod';
import { validate } from '../../middleware/validate.ts';
import type { CursorKeys } from '../../pagination/cursor.ts';
import type { LocationQueries } from '../../queries/locations.ts';
import type { Page, PageRequest } from '../../queries/page.ts';
import { openPage, pageMembers } from '../paging.ts';
import { cursor, pageSize } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';

const DEFAULT_PAGE_SIZE = 100;

const path = '/locations';

const locationsData = z.strictObject({ ...pageMembers, locations: z.array(locationBody) });
const parameters = z.object({ limit: pageSize(DEFAULT_PAGE_SIZE), cursor: cursor() });

export type ListLocationsDependencies = {
  readonly steps: Steps;
  readonly locations: LocationQueries;
  /** The given locations that are blocked. */
  readonly blockedLocations: (locationIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly cursors: CursorKeys;
};

/** GET /locations: what the credential reaches, in the order of ids. `locationId` is accepted and has no effect. */
export function listLocations({ steps, locations, blockedLocations, cursors }: ListLocationsDependencies): Route {
  async function ofCompany(companyId: string, request: PageRequest, signal: AbortSignal): Promise<Page> {
    const page = await locations.listOfCompany(companyId, request, signal);
    const blocked = await blockedLocations(page.entries.map(({ id }) => id));
    return { entries: page.entries.filter(({ id }) => !blocked.has(id)), next: page.next };
  }

  async function pinned(locationId: string): Promise<Page> {
    const body = await locations.find(locationId);
    return { entries: body === null ? [] : [{ id: locationId, body, included: [] }], next: null };
  }

  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes } = steps;
  return defineRoute(
    {
      path,
      tag: 'Locations',
      summary: 'List the locations that the credential reaches',
      description:
        'In the order of ids. Agency keys find here the `locationId` to pass elsewhere. `locationId` itself is accepted and has no effect.',
      data: locationsData,
    },
    authenticate,
    audit({ operation: 'locations.list', structural: ['limit'] }),
    requirePermission('read'),
    limit,
    validate(parameters, {
      location: 'reach',
      understand: (asked, caller) => openPage(cursors, { route: path, caller, filters: [] }, asked),
    }),
    checkLocation,
    dataAsOf('locations'),
    conditional,
    boundBytes,
    async ({ state }) => {
      const page = state.parameters;
      const { reach, companyId } = state.caller;
      const found =
        reach === 'agency' && companyId !== null
          ? await ofCompany(companyId, page.request, state.signal)
          : await pinned(state.locationId);
      state.data = page.show(found, 'locations');
    },
  );
}
