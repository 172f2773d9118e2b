import type { Route } from '../route.ts';
import { type ContactRecordDependencies, contactRecordRoute } from './contact-record-route.ts';

/** GET /contacts/{contactId}/funding-plans */
export function listFundingPlans(dependencies: ContactRecordDependencies): Route {
  return contactRecordRoute(dependencies, {
    path: 'funding-plans',
    operation: 'contacts.funding-plans',
    record: 'funding_plans',
  });
}
