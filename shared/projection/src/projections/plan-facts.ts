import type { EventOf } from '@fundlens/contracts/event-types';
import { labelled, MEASURES } from '@fundlens/read-models/dashboards/dashboard-measures';
import type { Slots } from '@fundlens/read-models/slot';
import type { Fact } from '@fundlens/read-models/dashboards/fact';
import { factLabel } from './fact-label.ts';
import { slotValue } from './projection.ts';

export const PLAN = 'plan';

type RecommendationSlot = {
  readonly submittedAt: number | null;
  readonly requestedCents: number;
  readonly decidedAt: number | null;
  readonly approved: boolean;
  readonly approvedCents: number;
  readonly fundedAt: number | null;
  readonly fundedCents: number;
};

type PlanSlot = {
  readonly createdAt: number | null;
  readonly outcome: string | null;
  readonly recommendations: readonly RecommendationSlot[];
};

export function planSlot({ createdAt, outcome, recommendations }: EventOf<'FundingPlanChanged'>): PlanSlot {
  return { createdAt, outcome: factLabel(outcome), recommendations: recommendations.map(recommendationSlot) };
}

type Recommendation = EventOf<'FundingPlanChanged'>['recommendations'][number];

function recommendationSlot(recommendation: Recommendation): RecommendationSlot {
  const { submittedAt, decidedAt, fundedAt } = recommendation;
  return {
    submittedAt,
    requestedCents: recommendation.requestedAmountCents ?? 0,
    decidedAt,
    approved: isApproved(recommendation),
    approvedCents: recommendation.approvedAmountCents ?? 0,
    fundedAt,
    fundedCents: recommendation.fundedAmountCents ?? 0,
  };
}

/** What says "approved" in the vocabularies of lenders, when no amount says it. */
const APPROVED = new Set(['approved', 'accepted', 'funded']);

/** An approved amount says it, whatever the client made of the offer later; without one the outcome or status does. */
function isApproved({ approvedAmountCents, outcome, status }: Recommendation): boolean {
  if (approvedAmountCents !== null) return approvedAmountCents > 0;
  return APPROVED.has(factLabel(outcome ?? status) ?? '');
}

/** What a plan contributes, each amount at its own instant. What has no instant is in no window. */
export function planFacts(slots: Slots): Fact[] {
  const plan = slotValue<PlanSlot>(slots, PLAN);
  if (plan === null) return [];
  const facts: Fact[] = [];
  if (plan.createdAt !== null)
    facts.push({ at: plan.createdAt, amounts: { [labelled(MEASURES.plans, plan.outcome)]: 1 } });
  for (const {
    submittedAt,
    requestedCents,
    decidedAt,
    approved,
    approvedCents,
    fundedAt,
    fundedCents,
  } of plan.recommendations) {
    if (submittedAt !== null) {
      facts.push({ at: submittedAt, amounts: { [MEASURES.requested]: 1, [MEASURES.requestedCents]: requestedCents } });
    }
    if (decidedAt !== null) {
      const decision = { [MEASURES.decided]: 1, [MEASURES.approvedCents]: approvedCents };
      facts.push({ at: decidedAt, amounts: approved ? { ...decision, [MEASURES.approved]: 1 } : decision });
    }
    if (fundedAt !== null) {
      facts.push({ at: fundedAt, amounts: { [MEASURES.funded]: 1, [MEASURES.fundedCents]: fundedCents } });
    }
  }
  return facts;
}
