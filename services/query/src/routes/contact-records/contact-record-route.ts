import type { View } from '@fundlens/read-models/definition';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import { validate } from '../../middleware/validate.ts';
import type { ContactQueries } from '../../queries/contacts.ts';
import { id } from '../parameters.ts';
import { defineRoute, type PublishedRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';

export type ContactRecordDependencies = {
  readonly steps: Steps;
  readonly contacts: Pick<ContactQueries, 'findView'>;
};

export type ContactRecordDefinition<Body> = Omit<PublishedRoute, 'data' | 'notFound' | 'contactView'> & {
  /** Below the contact, e.g. `next-steps`. */
  readonly path: string;
  readonly operation: string;
  /** The view of the contact's document that the route shows. */
  readonly view: Pick<View<Body>, 'name' | 'reads' | 'body'>;
  /** The data for a contact without records. */
  readonly empty: (contactId: string) => Body;
};

/**
 * A route below a contact that shows one view of the contact's document. One read distinguishes an empty view from an
 * unknown contact: the document says whether the contact or a record of it exists.
 */
export function contactRecordRoute<Body>(
  { steps, contacts }: ContactRecordDependencies,
  { path, operation, view, empty, ...published }: ContactRecordDefinition<Body>,
): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes } = steps;
  return defineRoute(
    {
      ...published,
      path: `/contacts/:contactId/${path}`,
      notFound: 'The location has no such contact.',
      data: view.body,
      contactView: view,
    },
    authenticate,
    audit({ operation, structural: ['contactId'] }),
    requirePermission('read'),
    limit,
    validate(z.object({ contactId: id().describe('CRM contact.') })),
    checkLocation,
    dataAsOf('contacts'),
    conditional,
    boundBytes,
    async ({ state }) => {
      const { contactId } = state.parameters;
      const found = await contacts.findView(view.name, state.locationId, contactId);
      if (found === null) throw notFound('The location has no such contact.');
      state.found(found.body ?? Buffer.from(JSON.stringify(empty(contactId))));
    },
  );
}
