import { MAX_ITEMS } from '@fundlens/contracts/definition/limits';
import { z } from 'zod';
import { cents } from '../../body-values.ts';
import { sum } from '../../cents.ts';
import type { View } from '../../definition.ts';
import { idOf } from '../../document.ts';
import { jsonText, objectText, spelledJson } from '../../json-text.ts';
import { derivedBefore, itemsOf, shown } from '../../shown.ts';
import { slotView } from '../../views.ts';
import { MAX_CHILDREN, newest } from '../children.ts';
import {
  NEXT_STEPS,
  type NextStepsSlot,
  nextStepsState,
  PLAN,
  type PlanSlot,
  planState,
  RESULT,
  type ResultSlot,
  resultState,
  type StepSlot,
} from '../slots.ts';

export const resultMeaning = {
  requestId: 'The stored report that was evaluated.',
  decision: 'In words. Never an approval: that is for lenders.',
  score: 'Of the underwriting, not of a bureau.',
  actions: 'What would improve the result.',
} as const;

const result = shown(resultState, 'resultId', { meaning: resultMeaning });

export const underwritingResultsBody = z.strictObject({
  contactId: z.string(),
  results: z
    .array(result.body.meta({ id: 'UnderwritingResult', description: 'What underwriting said about a stored report.' }))
    .max(MAX_CHILDREN)
    .describe('Newest first.'),
});

type UnderwritingResultsBody = z.infer<typeof underwritingResultsBody>;

/** /contacts/{contactId}/underwriting-results: in full, newest first. A report may have several. */
export const underwritingResultsView: View<UnderwritingResultsBody> = {
  name: 'underwritingResults',
  reads: [RESULT],
  body: underwritingResultsBody,
  render({ id, slots }) {
    const results = newest<ResultSlot>(slots, RESULT, ({ evaluatedAt }) => evaluatedAt);
    if (results.length === 0) return null;
    return objectText<UnderwritingResultsBody>({ contactId: jsonText(idOf(id)), results: result.list(results) });
  },
};

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

/** What the platform leaves out does not block. */
export const isBlocking = (body: z.ZodBoolean) =>
  derivedBefore<StepSlot, boolean>('blocking', body, ({ blocking }) => jsonText(blocking ?? false));

const step = shown(itemsOf(nextStepsState, 'steps'), null, {
  meaning: { owner: 'The person or role that has to do it.', completedAt: 'Null while the step is open.' },
  derived: { blocking: isBlocking(z.boolean().describe('Whether the application waits for it.')) },
});

export const nextStepsBody = z.strictObject({
  contactId: z.string(),
  nextSteps: z
    .array(step.body.meta({ id: 'NextStep', description: 'Something that has to happen next.' }))
    .max(MAX_ITEMS)
    .describe('Open and done, as the funding platform orders them.'),
});

type NextStepsBody = z.infer<typeof nextStepsBody>;

/** /contacts/{contactId}/next-steps: done ones too, in the order in which the funding platform lists them. */
export const nextStepsView = slotView<NextStepsSlot, NextStepsBody>({
  name: 'nextSteps',
  slot: NEXT_STEPS,
  body: nextStepsBody,
  text: ({ steps }, contactId) =>
    objectText<NextStepsBody>({
      contactId: jsonText(contactId),
      nextSteps: spelledJson(`[${steps.map((each) => step.text(each, '')).join()}]`),
    }),
});
