import { underwritingResultsView } from '@fundlens/read-models/contacts/views/underwriting-results';
import type { Route } from '../route.ts';
import { type ContactRecordDependencies, contactRecordRoute } from './contact-record-route.ts';

/** GET /contacts/{contactId}/underwriting-results */
export function listUnderwritingResults(dependencies: ContactRecordDependencies): Route {
  return contactRecordRoute(dependencies, {
    path: 'underwriting-results',
    operation: 'contacts.underwriting-results',
    view: underwritingResultsView,
    empty: (contactId) => ({ contactId, results: [] }),
    tag: 'Credit',
    summary: "List a contact's underwriting results",
    description: 'The 500 newest; one report may have several. Never runs underwriting.',
  });
}
