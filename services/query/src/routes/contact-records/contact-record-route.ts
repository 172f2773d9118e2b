import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { ContactRecord, ContactRecordQueries } from '../../queries/contact-records.ts';
import { PRIVATE } from '../paging.ts';
import { id } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';

export type ContactRecordDependencies = { readonly contactRecords: ContactRecordQueries };

/**
 * A route below a contact that shows one stored document. One read tells an empty answer from a contact that does not
 * exist: the document knows whether the contact lives.
 */
export function contactRecordRoute(
  { contactRecords }: ContactRecordDependencies,
  { path, operation, record }: { path: string; operation: string; record: ContactRecord },
): Route {
  return defineRoute({
    path: `/contacts/:contactId/${path}`,
    operation,
    permission: null,
    location: 'one',
    parameters: z.object({ contactId: id() }),
    structural: ['contactId'],
    prepare:
      ({ contactId }) =>
      async ({ locationId }) => {
        const found = await contactRecords.find(record, locationId, contactId);
        if (found === null) throw notFound('The location has no such contact.');
        return { data: [found], headers: PRIVATE };
      },
  });
}
