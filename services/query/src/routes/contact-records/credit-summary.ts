import type { Route } from '../route.ts';
import { type ContactRecordDependencies, contactRecordRoute } from './contact-record-route.ts';

/** GET /contacts/{contactId}/credit-summary: needs only `read`, because nothing of a report but its figures is in it. */
export function findCreditSummary(dependencies: ContactRecordDependencies): Route {
  return contactRecordRoute(dependencies, {
    path: 'credit-summary',
    operation: 'contacts.credit-summary',
    record: 'credit_summaries',
  });
}
