import { nextStepsView } from '@fundlens/read-models/contacts/views/next-steps';
import type { Route } from '../route.ts';
import { type ContactRecordDependencies, contactRecordRoute } from './contact-record-route.ts';

export const nextSteps = { view: nextStepsView, empty: (contactId: string) => ({ contactId, nextSteps: [] }) };

/** GET /contacts/{contactId}/next-steps */
export function listNextSteps(dependencies: ContactRecordDependencies): Route {
  return contactRecordRoute(dependencies, {
    path: 'next-steps',
    operation: 'contacts.next-steps',
    ...nextSteps,
    tag: 'Funding',
    summary: "List an applicant's next steps",
    description: 'All of them, done ones too.',
  });
}
