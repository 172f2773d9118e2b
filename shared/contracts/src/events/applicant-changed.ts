import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import { cents, id, instant, line, prose, vocabulary } from '../definition/field-rules.ts';
import { locationMeta } from '../definition/meta.ts';

export const applicantOutcomes = ['open', 'approved', 'funded', 'declined', 'withdrawn', 'parked'] as const;

export const applicantChanged = defineEvent({
  type: 'ApplicantChanged',
  stream: 'funding',
  key: ['applicant', 'contactId'],
  doc: "Full state of a contact's funding application; one per contact.",
  required: ['stage', 'outcome'],
  fields: z.strictObject({
    meta: locationMeta,
    contactId: id,
    stage: vocabulary.nullable(),
    outcome: z.enum(applicantOutcomes).nullable(),
    reason: prose.nullable(),
    requestedAmountCents: cents.nullable(),
    submittedAt: instant.nullable().describe('Never changes.'),
    stageChangedAt: instant.nullable(),
    decidedAt: instant.nullable(),
    processor: line.nullable(),
    waitingOn: prose
      .nullable()
      .describe(
        'The party, a colon, and what: `Client: bank statements`. Counts while the outcome is open or approved.',
      ),
  }),
});
