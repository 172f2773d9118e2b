import { contactBody } from '@fundlens/read-models/contacts/views/contact';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import { validate } from '../../middleware/validate.ts';
import type { ContactQueries } from '../../queries/contacts.ts';
import { id } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';

/** GET /contacts/{contactId} */
export function findContact({ steps, contacts }: { steps: Steps; contacts: ContactQueries }): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes } = steps;
  return defineRoute(
    {
      path: '/contacts/:contactId',
      tag: 'Contacts',
      summary: 'Get one contact',
      notFound: 'The location has no such contact.',
      data: contactBody,
    },
    authenticate,
    audit({ operation: 'contacts.find', structural: ['contactId'] }),
    requirePermission('read'),
    limit,
    validate(z.object({ contactId: id().describe('CRM contact.') })),
    checkLocation,
    dataAsOf('contacts'),
    conditional,
    boundBytes,
    async ({ state }) => {
      const contact = await contacts.find(state.locationId, state.parameters.contactId);
      if (contact === null) throw notFound('The location has no such contact.');
      state.found(contact);
    },
  );
}
