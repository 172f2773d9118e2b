import { MAX_CHILDREN } from '@fundlens/read-models/contact-children';
import { z } from 'zod';
import { cents, instant } from '../data-values.ts';
import type { Route } from '../route.ts';
import { type ContactRecordDependencies, contactRecordRoute } from './contact-record-route.ts';
import { MAX_ITEMS } from './limits.ts';

const recommendation = z.strictObject({
  product: z.string().nullable(),
  lender: z.string().nullable(),
  requestedAmountCents: cents().nullable(),
  approvedAmountCents: cents().nullable(),
  fundedAmountCents: cents().nullable(),
  status: z.string().nullable(),
  outcome: z.string().nullable(),
  submittedAt: instant().nullable(),
  decidedAt: instant().nullable(),
  fundedAt: instant().nullable(),
  notes: z.string().nullable(),
});

const plan = z
  .strictObject({
    planId: z.string(),
    planType: z.string().nullable(),
    status: z.string().nullable(),
    outcome: z.string().nullable(),
    createdAt: instant().nullable(),
    updatedAt: instant().nullable(),
    requestedAmountCents: cents().describe('Sum over the recommendations; what nobody stated counts as nothing.'),
    approvedAmountCents: cents().describe('The same of what lenders granted.'),
    fundedAmountCents: cents().describe('The same of what was paid out.'),
    recommendations: z.array(recommendation).max(MAX_ITEMS).describe('As the funding platform orders them.'),
  })
  .meta({ id: 'FundingPlan', description: 'A funding plan with its recommendations.' });

const data = z.strictObject({
  contactId: z.string(),
  fundingPlans: z.array(plan).max(MAX_CHILDREN).describe('Newest first, plans without a date last.'),
});

/** GET /contacts/{contactId}/funding-plans */
export function listFundingPlans(dependencies: ContactRecordDependencies): Route {
  return contactRecordRoute(dependencies, {
    path: 'funding-plans',
    operation: 'contacts.funding-plans',
    record: 'funding_plans',
    tag: 'Funding',
    summary: "List a contact's funding plans",
    description: 'The 500 newest, with recommendations and statuses. Never changes a plan.',
    data,
  });
}
