import type { Route } from '../route.ts';
import { type ContactRecordDependencies, contactRecordRoute } from './contact-record-route.ts';

/** GET /contacts/{contactId}/next-steps */
export function listNextSteps(dependencies: ContactRecordDependencies): Route {
  return contactRecordRoute(dependencies, {
    path: 'next-steps',
    operation: 'contacts.next-steps',
    record: 'next_steps',
  });
}
