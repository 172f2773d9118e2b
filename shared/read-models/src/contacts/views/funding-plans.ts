import { z } from 'zod';
import { cents, instant, MAX_ITEMS } from '../../body-values.ts';
import { sum } from '../../cents.ts';
import type { View } from '../../definition.ts';
import { isoInstant, jsonText } from '../../json-text.ts';
import type { Child } from '../../slot.ts';
import { MAX_CHILDREN, newest } from '../children.ts';
import { PLAN, type PlanSlot, type RecommendationSlot } from '../slots.ts';

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
    requestedAmountCents: cents().describe('Sum over the recommendations; missing amounts count as nothing.'),
    approvedAmountCents: cents().describe('The same of what lenders granted.'),
    fundedAmountCents: cents().describe('The same of what was paid out.'),
    recommendations: z.array(recommendation).max(MAX_ITEMS).describe('As the funding platform orders them.'),
  })
  .meta({ id: 'FundingPlan', description: 'A funding plan with its recommendations.' });

export const fundingPlansBody = z.strictObject({
  contactId: z.string(),
  fundingPlans: z.array(plan).max(MAX_CHILDREN).describe('Newest first, plans without a date last.'),
});

type FundingPlansBody = z.infer<typeof fundingPlansBody>;

/** /contacts/{contactId}/funding-plans: plans with their recommendations, newest first. */
export const fundingPlansView: View<FundingPlansBody> = {
  name: 'fundingPlans',
  reads: [PLAN],
  body: fundingPlansBody,
  render({ id, slots }) {
    const plans = newest<PlanSlot>(slots, PLAN, ({ createdAt }) => createdAt);
    if (plans.length === 0 || id.kind !== 'location-entity') return null;
    return jsonText({ contactId: id.entityId, fundingPlans: plans.map(planEntry) });
  },
};

/** What is asked for, granted and paid out are three different things: their sums stay apart too. */
export function planAmounts({ recommendations }: Pick<PlanSlot, 'recommendations'>) {
  return {
    requestedAmountCents: sum(recommendations.map(({ requestedAmountCents }) => requestedAmountCents)),
    approvedAmountCents: sum(recommendations.map(({ approvedAmountCents }) => approvedAmountCents)),
    fundedAmountCents: sum(recommendations.map(({ fundedAmountCents }) => fundedAmountCents)),
  };
}

export function planEntry({ id, value }: Child<PlanSlot>): FundingPlansBody['fundingPlans'][number] {
  return {
    planId: id,
    planType: value.planType,
    status: value.status,
    outcome: value.outcome,
    createdAt: isoInstant(value.createdAt),
    updatedAt: isoInstant(value.updatedAt),
    ...planAmounts(value),
    recommendations: value.recommendations.map(recommendationEntry),
  };
}

function recommendationEntry(value: RecommendationSlot) {
  return {
    product: value.product,
    lender: value.lender,
    requestedAmountCents: value.requestedAmountCents,
    approvedAmountCents: value.approvedAmountCents,
    fundedAmountCents: value.fundedAmountCents,
    status: value.status,
    outcome: value.outcome,
    submittedAt: isoInstant(value.submittedAt),
    decidedAt: isoInstant(value.decidedAt),
    fundedAt: isoInstant(value.fundedAt),
    notes: value.notes,
  };
}
