import { z } from 'zod';
import { instant } from '../data-values.ts';
import type { Route } from '../route.ts';
import { type ContactRecordDependencies, contactRecordRoute } from './contact-record-route.ts';
import { MAX_ITEMS } from './limits.ts';

const step = z
  .strictObject({
    stepId: z.string(),
    title: z.string().nullable(),
    kind: z.string().nullable(),
    owner: z.string().nullable().describe('Who has to do it.'),
    dueAt: instant().nullable(),
    completedAt: instant().nullable().describe('Null while the step is open.'),
    blocking: z.boolean().describe('Whether the application waits for it.'),
  })
  .meta({ id: 'NextStep', description: 'Something that has to happen next.' });

const data = z.strictObject({
  contactId: z.string(),
  nextSteps: z.array(step).max(MAX_ITEMS).describe('Open and done, as the funding platform orders them.'),
});

/** GET /contacts/{contactId}/next-steps */
export function listNextSteps(dependencies: ContactRecordDependencies): Route {
  return contactRecordRoute(dependencies, {
    path: 'next-steps',
    operation: 'contacts.next-steps',
    record: 'next_steps',
    tag: 'Funding',
    summary: "List an applicant's next steps",
    description: 'All of them, done ones too.',
    data,
  });
}
