import { customFieldsBody, customFieldsView, locationBody } from '@fundlens/read-models/locations/locations';
import { z } from 'zod';
import { jsonBytes } from '../envelope.ts';
import { LOCATION_VIEW, listOfCompany } from '../queries/locations.ts';
import type { Reader } from '../queries/lists.ts';
import type { Page, PageRequest } from '../queries/page.ts';
import { openPage, pageMembers } from './paging.ts';
import { cursor, pageSize } from './parameters.ts';
import { get, type Route, type RouteDependencies } from './route.ts';

const LIST = '/locations';
const DEFAULT_PAGE_SIZE = 100;
const NO_FIELDS = jsonBytes({ customFields: [] } satisfies z.infer<typeof customFieldsBody>);

export function locationRoutes({ documents, accessStore, cursors }: RouteDependencies): readonly Route[] {
  async function ofCompany(companyId: string, request: PageRequest, { served, signal }: Reader): Promise<Page> {
    const page = await listOfCompany(served, companyId, { ...request, signal: signal() });
    const blocked = await accessStore.blockedLocations(page.entries.map(({ id }) => id));
    return { entries: page.entries.filter(({ id }) => !blocked.has(id)), next: page.next };
  }

  async function pinned(request: Reader): Promise<Page> {
    const entry = await documents.entry(request, { model: 'locations' }, LOCATION_VIEW);
    return { entries: entry === null ? [] : [entry], next: null };
  }

  return [
    get(LIST, {
      operation: 'locations.list',
      tag: 'Locations',
      summary: 'List the locations that the credential reaches',
      description:
        'In the order of ids. Agency keys find here the `locationId` to pass elsewhere. `locationId` itself is accepted and has no effect.',
      parameters: z.object({ limit: pageSize(DEFAULT_PAGE_SIZE), cursor: cursor() }),
      audited: ['limit'],
      location: 'reach',
      reads: ['locations'],
      data: z.strictObject({ ...pageMembers, locations: z.array(locationBody) }),
      read(asked, caller) {
        const { reach, companyId } = caller;
        const page = openPage(cursors, { route: LIST, caller }, asked);
        return async (request) => {
          const isAgency = reach === 'agency' && companyId !== null;
          const found = isAgency ? ofCompany(companyId, page.request, request) : pinned(request);
          return page.show(await found, 'locations');
        };
      },
    }),
    get('/custom-fields', {
      operation: 'custom-fields.list',
      tag: 'Contacts',
      summary: 'List the custom fields of contacts',
      description: 'All of them, in the order of ids. What the `id` of `customFields` in a contact stands for.',
      parameters: z.object({}),
      audited: [],
      reads: ['locations'],
      data: customFieldsBody,
      read: () => async (request) =>
        (await documents.entry(request, { model: 'locations' }, customFieldsView.name))?.body ?? NO_FIELDS,
    }),
  ];
}
