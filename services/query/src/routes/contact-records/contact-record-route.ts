import type { View } from '@fundlens/read-models/definition';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { ContactQueries } from '../../queries/contacts.ts';
import { id } from '../parameters.ts';
import { defineRoute, type PublishedRoute, type Route } from '../route.ts';

export type ContactRecordDependencies = { readonly contacts: Pick<ContactQueries, 'findView'> };

export type ContactRecordDefinition<Body> = Omit<PublishedRoute, 'data' | 'notFound'> & {
  /** Below the contact, e.g. `next-steps`. */
  readonly path: string;
  readonly operation: string;
  /** What it shows of the contact's document. */
  readonly view: Pick<View<Body>, 'name' | 'body'>;
  /** The answer for a contact of which the view shows nothing. */
  readonly empty: (contactId: string) => Body;
};

/**
 * A route below a contact that shows one view of the contact's document. One read tells an empty answer from a contact
 * that does not exist: the document says whether anything of it lives.
 */
export function contactRecordRoute<Body>(
  { contacts }: ContactRecordDependencies,
  { path, view, empty, ...published }: ContactRecordDefinition<Body>,
): Route {
  return defineRoute({
    ...published,
    path: `/contacts/:contactId/${path}`,
    permission: null,
    location: 'one',
    notFound: 'The location has no such contact.',
    data: view.body,
    caching: 'revalidated',
    reads: ['contacts'],
    parameters: z.object({ contactId: id().describe('CRM contact.') }),
    structural: ['contactId'],
    prepare:
      ({ contactId }) =>
      async ({ locationId }) => {
        const found = await contacts.findView(view.name, locationId, contactId);
        if (found === null) throw notFound('The location has no such contact.');
        return { data: [found.body ?? Buffer.from(JSON.stringify(empty(contactId)))] };
      },
  });
}
