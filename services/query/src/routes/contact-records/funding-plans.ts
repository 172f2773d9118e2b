import { fundingPlansView } from '@fundlens/read-models/contacts/views/funding-plans';
import type { Route } from '../route.ts';
import { type ContactRecordDependencies, contactRecordRoute } from './contact-record-route.ts';

export const fundingPlans = { view: fundingPlansView, empty: (contactId: string) => ({ contactId, fundingPlans: [] }) };

/** GET /contacts/{contactId}/funding-plans */
export function listFundingPlans(dependencies: ContactRecordDependencies): Route {
  return contactRecordRoute(dependencies, {
    path: 'funding-plans',
    operation: 'contacts.funding-plans',
    ...fundingPlans,
    tag: 'Funding',
    summary: "List a contact's funding plans",
    description: 'The 500 newest, with recommendations and statuses. Never changes a plan.',
  });
}
