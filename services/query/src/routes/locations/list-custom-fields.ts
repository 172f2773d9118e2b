import { customFieldsBody } from '@fundlens/read-models/locations/locations';
import { z } from 'zod';
import { validate } from '../../middleware/validate.ts';
import type { LocationQueries } from '../../queries/locations.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';

const NONE = Buffer.from(JSON.stringify({ customFields: [] } satisfies z.infer<typeof customFieldsBody>));

export type ListCustomFieldsDependencies = {
  readonly steps: Steps;
  readonly locations: Pick<LocationQueries, 'findCustomFields'>;
};

/** GET /custom-fields: one view of the location's document, so it is not paged. */
export function listCustomFields({ steps, locations }: ListCustomFieldsDependencies): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes } = steps;
  return defineRoute(
    {
      path: '/custom-fields',
      tag: 'Contacts',
      summary: 'List the custom fields of contacts',
      description: 'All of them, in the order of ids. What the `id` of `customFields` in a contact stands for.',
      data: customFieldsBody,
    },
    authenticate,
    audit({ operation: 'custom-fields.list', structural: [] }),
    requirePermission('read'),
    limit,
    validate(z.object({})),
    checkLocation,
    dataAsOf('locations'),
    conditional,
    boundBytes,
    async ({ state }) => {
      state.found((await locations.findCustomFields(state.locationId)) ?? NONE);
    },
  );
}
