import { z } from 'zod';
import { cents, count, instant, MAX_ITEMS } from '../../body-values.ts';
import { sum } from '../../cents.ts';
import type { View } from '../../definition.ts';
import { isoInstant, jsonText } from '../../json-text.ts';
import type { Child } from '../../slot.ts';
import { MAX_CHILDREN, newest } from '../children.ts';
import { PLAN, type PlanSlot, type RecommendationSlot } from '../slots.ts';

const recommendation = z.strictObject({
  id: z.string().nullable().describe('Unique in its plan.'),
  product: z.string().nullable(),
  lender: z.string().nullable(),
  requestedAmountCents: cents().nullable(),
  approvedAmountCents: cents().nullable(),
  fundedAmountCents: cents().nullable(),
  aprPct: z.number().min(0).nullable().describe('Annual percentage rate, in percent: 24.99 is 24.99 % a year.'),
  factorRate: z.number().nullable().describe('What is paid back for each dollar advanced: 1.25 is $1.25.'),
  termMonths: count().nullable(),
  paymentCents: cents().nullable().describe('One payment.'),
  paymentFrequency: z.string().nullable().describe('How often a payment is due: daily, weekly, biweekly, monthly ….'),
  feesCents: cents().nullable().describe('All fees together.'),
  bureauPulled: z.string().nullable().describe('The bureau that the lender asks.'),
  personalGuarantee: z.boolean().nullable().describe('Whether a person has to guarantee the debt.'),
  stipulations: z.array(z.string()).max(MAX_ITEMS).describe('What the lender wants before it pays out.'),
  status: z.string().nullable(),
  outcome: z.string().nullable(),
  declineReason: z.string().nullable(),
  submittedAt: instant().nullable(),
  decidedAt: instant().nullable(),
  expiresAt: instant().nullable().describe('When the offer ends.'),
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
    id: value.id,
    product: value.product,
    lender: value.lender,
    requestedAmountCents: value.requestedAmountCents,
    approvedAmountCents: value.approvedAmountCents,
    fundedAmountCents: value.fundedAmountCents,
    aprPct: value.aprPct,
    factorRate: value.factorRate,
    termMonths: value.termMonths,
    paymentCents: value.paymentCents,
    paymentFrequency: value.paymentFrequency,
    feesCents: value.feesCents,
    bureauPulled: value.bureauPulled,
    personalGuarantee: value.personalGuarantee,
    stipulations: [...value.stipulations],
    status: value.status,
    outcome: value.outcome,
    declineReason: value.declineReason,
    submittedAt: isoInstant(value.submittedAt),
    decidedAt: isoInstant(value.decidedAt),
    expiresAt: isoInstant(value.expiresAt),
    fundedAt: isoInstant(value.fundedAt),
    notes: value.notes,
  };
}
