import { z } from 'zod';
import { defineEvent } from '../../event-definition.ts';
import { cents, id, instant, line, listOf, prose, record, vocabulary } from '../../field-rules.ts';
import { locationMeta } from '../../meta.ts';

const recommendation = record('Recommendation', {
  product: line.nullable(),
  lender: line.nullable(),
  requestedAmountCents: cents.nullable(),
  approvedAmountCents: cents.nullable(),
  fundedAmountCents: cents.nullable(),
  status: vocabulary.nullable(),
  outcome: vocabulary.nullable(),
  submittedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  fundedAt: instant.nullable(),
  notes: prose.nullable(),
});

const fields = z.strictObject({
  meta: locationMeta,
  planId: id,
  contactId: id,
  planType: vocabulary.nullable(),
  status: vocabulary.nullable(),
  outcome: vocabulary.nullable(),
  createdAt: instant.nullable().describe('Never changes.'),
  updatedAt: instant.nullable(),
  recommendations: listOf(recommendation),
});

/** A funding plan of a contact. Money in integer cents; requested, approved and funded stay apart. */
export type FundingPlanChanged = z.infer<typeof fields>;

export const fundingPlanChanged = defineEvent<'FundingPlanChanged', FundingPlanChanged>({
  type: 'FundingPlanChanged',
  stream: 'funding',
  doc: 'Full state of a funding plan of a contact.',
  remarks:
    'A plan moves to another contact in two events: deleted under the old `contactId`, stated under the new one. Its versions are counted for each contact apart, so they may begin again. While both are stated, both contacts have it.',
  fields,
  entityOf: ({ meta, contactId, planId }) => ({
    entity: 'funding-plan',
    scope: meta.locationId,
    ids: [contactId, planId],
  }),
});
