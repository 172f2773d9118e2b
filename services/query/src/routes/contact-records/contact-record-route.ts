import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { ContactRecord, ContactRecordQueries } from '../../queries/contact-records.ts';
import { id } from '../parameters.ts';
import { defineRoute, type PublishedRoute, type Route } from '../route.ts';

export type ContactRecordDependencies = { readonly contactRecords: ContactRecordQueries };

export type ContactRecordDefinition = PublishedRoute & {
  /** Below the contact, e.g. `next-steps`. */
  readonly path: string;
  readonly operation: string;
  readonly record: ContactRecord;
};

/**
 * A route below a contact that shows one stored document. One read tells an empty answer from a contact that does not
 * exist: the document knows whether the contact lives.
 */
export function contactRecordRoute(
  { contactRecords }: ContactRecordDependencies,
  { path, record, ...published }: ContactRecordDefinition,
): Route {
  return defineRoute({
    ...published,
    path: `/contacts/:contactId/${path}`,
    permission: null,
    location: 'one',
    notFound: 'The location has no such contact.',
    caching: 'revalidated',
    reads: [record],
    parameters: z.object({ contactId: id().describe('CRM contact.') }),
    structural: ['contactId'],
    prepare:
      ({ contactId }) =>
      async ({ locationId }) => {
        const found = await contactRecords.find(record, locationId, contactId);
        if (found === null) throw notFound('The location has no such contact.');
        return { data: [found] };
      },
  });
}
