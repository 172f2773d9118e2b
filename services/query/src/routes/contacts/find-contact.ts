import { contactView } from '@fundlens/read-models/contacts/views/contact';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import { validate } from '../../middleware/validate.ts';
import type { ContactQueries } from '../../queries/contacts.ts';
import { entryJson, include } from '../contact-records/included-records.ts';
import { id } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';
import { contactEntry } from './contact-entry.ts';

const parameters = z.object({ contactId: id().describe('CRM contact.'), include: include(contactView.name) });

/** GET /contacts/{contactId} */
export function findContact({ steps, contacts }: { steps: Steps; contacts: ContactQueries }): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes } = steps;
  return defineRoute(
    {
      path: '/contacts/:contactId',
      tag: 'Contacts',
      summary: 'Get one contact',
      notFound: 'The location has no such contact.',
      data: contactEntry,
    },
    authenticate,
    audit({ operation: 'contacts.find', structural: ['contactId', 'include'] }),
    requirePermission('read'),
    limit,
    validate(parameters),
    checkLocation,
    dataAsOf('contacts'),
    conditional,
    boundBytes,
    async ({ state }) => {
      const { contactId, include: views = [] } = state.parameters;
      const contact = await contacts.find(state.locationId, contactId, views);
      if (contact === null) throw notFound('The location has no such contact.');
      state.found(entryJson(contact));
    },
  );
}
