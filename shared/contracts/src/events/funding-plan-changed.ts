import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import {
  cents,
  count,
  factorRate,
  futureInstant,
  id,
  instant,
  line,
  listOf,
  percent,
  prose,
  record,
  vocabulary,
} from '../definition/field-rules.ts';
import { locationMeta } from '../definition/meta.ts';

const recommendation = record('Recommendation', {
  id: id.nullable().describe('Of the recommendation, unique in its plan.'),
  product: line.nullable(),
  lender: line.nullable(),
  requestedAmountCents: cents.nullable(),
  approvedAmountCents: cents.nullable(),
  fundedAmountCents: cents.nullable(),
  aprPct: percent.nullable().describe('Annual percentage rate, in percent: 24.99 is 24.99 % a year.'),
  factorRate: factorRate.nullable().describe('What is paid back for each dollar advanced: 1.25 is $1.25.'),
  termMonths: count.nullable().describe('Months.'),
  paymentCents: cents.nullable().describe('One payment.'),
  paymentFrequency: vocabulary.nullable().describe('How often a payment is due: daily, weekly, biweekly, monthly ….'),
  feesCents: cents.nullable().describe('All fees together.'),
  bureauPulled: vocabulary.nullable().describe('The bureau that the lender asks: equifax, experian, transunion ….'),
  personalGuarantee: z.boolean().nullable().describe('Whether a person has to guarantee the debt.'),
  stipulations: listOf(prose).describe('What the lender wants before it pays out.'),
  status: vocabulary.nullable().describe('Read as outcome where that is null.'),
  outcome: vocabulary
    .nullable()
    .describe(
      'Counts as approved without an amount: approved, accepted, funded. Counts as unanswered: none, pending, open, submitted.',
    ),
  declineReason: prose.nullable(),
  submittedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  expiresAt: futureInstant.nullable().describe('When the offer ends. May lie in the future.'),
  fundedAt: instant.nullable(),
  notes: prose.nullable(),
});

export const fundingPlanChanged = defineEvent({
  type: 'FundingPlanChanged',
  stream: 'funding',
  key: ['funding-plan', 'contactId', 'planId'],
  doc: 'Full state of a funding plan of a contact.',
  remarks:
    'A plan moves to another contact in two events: deleted under the old `contactId`, stated under the new one. Its versions are counted for each contact apart, so they may begin again. While both are stated, both contacts have it.',
  fields: z.strictObject({
    meta: locationMeta,
    planId: id,
    contactId: id,
    planType: vocabulary.nullable(),
    status: vocabulary.nullable(),
    outcome: vocabulary.nullable(),
    createdAt: instant.nullable().describe('Never changes.'),
    updatedAt: instant.nullable(),
    recommendations: listOf(recommendation),
  }),
});
