import { MAX_ITEMS } from '@fundlens/contracts/definition/limits';
import { z } from 'zod';
import { cents, objectText } from '../../bodies.ts';
import { sum } from '../../cents.ts';
import type { View } from '../../definition.ts';
import { itemsOf, type Shown, shown } from '../../shown.ts';
import type { Child, SlotKind, Slots } from '../../slot.ts';
import { slotView, stateView } from '../../views.ts';
import {
  MAX_CHILDREN,
  NEXT_STEPS,
  newestPlans,
  newestResults,
  nextStepsState,
  PLAN,
  type PlanSlot,
  planState,
  RESULT,
  resultState,
  type StepSlot,
} from '../slots.ts';

/** A view of the newest of a contact's records of one kind, in full, under the member `list`. */
function listView<State>(
  { name, list, text }: { readonly name: string; readonly list: string; readonly text: string },
  kind: SlotKind<State>,
  newest: (slots: Slots) => readonly Child<State>[],
  item: Shown<State>,
): View {
  return stateView({
    name,
    reads: [kind],
    state: newest,
    body: z.strictObject({ contactId: z.string(), [list]: z.array(item.body).max(MAX_CHILDREN).describe(text) }),
    text: (children, contactId) => objectText({ contactId: JSON.stringify(contactId), [list]: item.list(children) }),
  });
}

export const resultMeaning = {
  requestId: 'The stored report that was evaluated.',
  decision: 'In words. Never an approval: that is for lenders.',
  score: 'Of the underwriting, not of a bureau.',
  actions: 'What would improve the result.',
} as const;

const result = shown(resultState, 'resultId', {
  meaning: resultMeaning,
  meta: { id: 'UnderwritingResult', description: 'What underwriting said about a stored report.' },
});

/** /contacts/{contactId}/underwriting-results. A report may have several. */
export const underwritingResultsView = listView(
  { name: 'underwritingResults', list: 'results', text: 'Newest first.' },
  RESULT,
  newestResults,
  result,
);

type Amount = 'requestedAmountCents' | 'approvedAmountCents' | 'fundedAmountCents';

/** What is asked for, granted and paid out are three different things: their sums stay apart too. */
export function eachAmount<Of>(of: (amount: Amount, text: string) => Of): Readonly<Record<Amount, Of>> {
  return {
    requestedAmountCents: of('requestedAmountCents', 'Sum over the recommendations; missing amounts count as nothing.'),
    approvedAmountCents: of('approvedAmountCents', 'The same of what lenders granted.'),
    fundedAmountCents: of('fundedAmountCents', 'The same of what was paid out.'),
  };
}

export function planAmount({ recommendations }: Pick<PlanSlot, 'recommendations'>, amount: Amount): number {
  return sum(recommendations.map((recommendation) => recommendation[amount]));
}

export const planAmounts = eachAmount((amount, text) => ({
  before: 'recommendations' as const,
  body: cents().describe(text),
  text: (plan: PlanSlot) => String(planAmount(plan, amount)),
}));

const plan = shown(planState, 'planId', {
  meaning: { recommendations: 'As the funding platform orders them.' },
  derived: planAmounts,
  meta: { id: 'FundingPlan', description: 'A funding plan with its recommendations.' },
});

/** /contacts/{contactId}/funding-plans */
export const fundingPlansView = listView(
  { name: 'fundingPlans', list: 'fundingPlans', text: 'Newest first, plans without a date last.' },
  PLAN,
  newestPlans,
  plan,
);

/** What the platform leaves out does not block. */
export const isBlocking = (body: z.ZodBoolean) => ({
  before: 'blocking' as const,
  body,
  text: ({ blocking }: StepSlot) => String(blocking ?? false),
});

const step = shown(itemsOf(nextStepsState, 'steps'), null, {
  meaning: { owner: 'The person or role that has to do it.', completedAt: 'Null while the step is open.' },
  derived: { blocking: isBlocking(z.boolean().describe('Whether the application waits for it.')) },
  meta: { id: 'NextStep', description: 'Something that has to happen next.' },
});

/** /contacts/{contactId}/next-steps: done ones too. */
export const nextStepsView = slotView({
  name: 'nextSteps',
  slot: NEXT_STEPS,
  body: z.strictObject({
    contactId: z.string(),
    nextSteps: z.array(step.body).max(MAX_ITEMS).describe('Open and done, as the funding platform orders them.'),
  }),
  text: ({ steps }, contactId) =>
    objectText({
      contactId: JSON.stringify(contactId),
      nextSteps: `[${steps.map((each) => step.text(each, '')).join()}]`,
    }),
});
