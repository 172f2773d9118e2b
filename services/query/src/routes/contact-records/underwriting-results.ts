import type { Route } from '../route.ts';
import { type ContactRecordDependencies, contactRecordRoute } from './contact-record-route.ts';

/** GET /contacts/{contactId}/underwriting-results */
export function listUnderwritingResults(dependencies: ContactRecordDependencies): Route {
  return contactRecordRoute(dependencies, {
    path: 'underwriting-results',
    operation: 'contacts.underwriting-results',
    record: 'underwriting_results',
  });
}
