import { applicationView } from '@fundlens/read-models/contacts/views/application';
import type { Route } from '../route.ts';
import { type ContactRecordDependencies, contactRecordRoute } from './contact-record-route.ts';

/** An entry has members of the contact itself, so none can stand for one that is not there. */
export const application = { view: applicationView, empty: () => null };

/** GET /contacts/{contactId}/application */
export function findApplication(dependencies: ContactRecordDependencies): Route {
  return contactRecordRoute(dependencies, {
    path: 'application',
    operation: 'contacts.application',
    ...application,
    missing: { message: 'The contact has no application.', reason: 'application_not_found' },
    tag: 'Pipeline',
    summary: "Get a contact's application",
    description:
      'The entry that `/pipeline` shows of the contact. 404 while the pipeline has none: the contact has no application, or was deleted.',
  });
}
