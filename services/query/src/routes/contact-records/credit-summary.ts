import { creditSummaryView, summaryOf } from '@fundlens/read-models/contacts/views/credit-summary';
import type { Route } from '../route.ts';
import { type ContactRecordDependencies, contactRecordRoute } from './contact-record-route.ts';

export const creditSummary = { view: creditSummaryView, empty: (contactId: string) => summaryOf(contactId, []) };

/** GET /contacts/{contactId}/credit-summary: needs only `read`, because it shows nothing of a report but its figures. */
export function findCreditSummary(dependencies: ContactRecordDependencies): Route {
  return contactRecordRoute(dependencies, {
    path: 'credit-summary',
    operation: 'contacts.credit-summary',
    ...creditSummary,
    tag: 'Credit',
    summary: "Get a contact's credit summary",
    description:
      "The latest scores of each bureau with the pull they come from, and the figures of the contact's 500 newest stored reports. Lists are empty while the contact, or a report of it, is there.",
  });
}
