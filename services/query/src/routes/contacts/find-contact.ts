import { contactBody } from '@fundlens/read-models/contacts/views/contact';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { ContactQueries } from '../../queries/contacts.ts';
import { id } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';

/** GET /contacts/{contactId} */
export function findContact({ contacts }: { contacts: ContactQueries }): Route {
  return defineRoute({
    path: '/contacts/:contactId',
    operation: 'contacts.find',
    permission: null,
    location: 'one',
    tag: 'Contacts',
    summary: 'Get one contact',
    notFound: 'The location has no such contact.',
    data: contactBody,
    caching: 'revalidated',
    reads: ['contacts'],
    parameters: z.object({ contactId: id().describe('CRM contact.') }),
    structural: ['contactId'],
    prepare:
      ({ contactId }) =>
      async ({ locationId }) => {
        const contact = await contacts.find(locationId, contactId);
        if (contact === null) throw notFound('The location has no such contact.');
        return { data: [contact] };
      },
  });
}
