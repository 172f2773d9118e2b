import { underwritingResultsView } from '@fundlens/read-models/contacts/views/underwriting-results';
import type { Route } from '../route.ts';
import { type ContactRecordDependencies, contactRecordRoute } from './contact-record-route.ts';

export const underwritingResults = {
  view: underwritingResultsView,
  empty: (contactId: string) => ({ contactId, results: [] }),
};

/** GET /contacts/{contactId}/underwriting-results */
export function listUnderwritingResults(dependencies: ContactRecordDependencies): Route {
  return contactRecordRoute(dependencies, {
    path: 'underwriting-results',
    operation: 'contacts.underwriting-results',
    ...underwritingResults,
    tag: 'Credit',
    summary: "List a contact's underwriting results",
    description: 'The 500 newest; one report may have several. Never runs underwriting.',
  });
}
