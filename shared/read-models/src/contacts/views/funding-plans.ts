import { z } from 'zod';
import { cents } from '../../body-values.ts';
import { sum } from '../../cents.ts';
import type { View } from '../../definition.ts';
import { idOf } from '../../document.ts';
import { jsonText, objectText } from '../../json-text.ts';
import { derivedBefore, shown } from '../../shown.ts';
import { MAX_CHILDREN, newest } from '../children.ts';
import { PLAN, type PlanSlot, planState } from '../slots.ts';

export type Amount = 'requestedAmountCents' | 'approvedAmountCents' | 'fundedAmountCents';

/** What is asked for, granted and paid out are three different things: their sums stay apart too. */
export function planAmount({ recommendations }: Pick<PlanSlot, 'recommendations'>, amount: Amount): number {
  return sum(recommendations.map((recommendation) => recommendation[amount]));
}

const amountOf = (amount: Amount, text: string) =>
  derivedBefore<PlanSlot, number>('recommendations', cents().describe(text), (plan) =>
    jsonText(planAmount(plan, amount)),
  );

export const planAmounts = {
  requestedAmountCents: amountOf(
    'requestedAmountCents',
    'Sum over the recommendations; missing amounts count as nothing.',
  ),
  approvedAmountCents: amountOf('approvedAmountCents', 'The same of what lenders granted.'),
  fundedAmountCents: amountOf('fundedAmountCents', 'The same of what was paid out.'),
} as const;

const plan = shown(planState, 'planId', {
  meaning: { recommendations: 'As the funding platform orders them.' },
  derived: planAmounts,
});

export const fundingPlansBody = z.strictObject({
  contactId: z.string(),
  fundingPlans: z
    .array(plan.body.meta({ id: 'FundingPlan', description: 'A funding plan with its recommendations.' }))
    .max(MAX_CHILDREN)
    .describe('Newest first, plans without a date last.'),
});

type FundingPlansBody = z.infer<typeof fundingPlansBody>;

/** /contacts/{contactId}/funding-plans: plans with their recommendations, newest first. */
export const fundingPlansView: View<FundingPlansBody> = {
  name: 'fundingPlans',
  reads: [PLAN],
  body: fundingPlansBody,
  render({ id, slots }) {
    const plans = newest<PlanSlot>(slots, PLAN, ({ createdAt }) => createdAt);
    if (plans.length === 0) return null;
    return objectText<FundingPlansBody>({ contactId: jsonText(idOf(id)), fundingPlans: plan.list(plans) });
  },
};
