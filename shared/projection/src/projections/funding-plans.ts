import { fundingPlans as readModel } from '@fundlens/read-models/definitions';
import { sum } from '@fundlens/read-models/cents';
import { type Child, contactDocument, contactLives, fitting, newest, ofContact } from './contact-children.ts';
import { isoInstant, type JsonObject } from '@fundlens/read-models/json-body';
import { type ProjectedEvent, type Projection, slotChange } from './projection.ts';

type RecommendationSlot = {
  readonly product: string | null;
  readonly lender: string | null;
  readonly requestedAmountCents: number | null;
  readonly approvedAmountCents: number | null;
  readonly fundedAmountCents: number | null;
  readonly status: string | null;
  readonly outcome: string | null;
  readonly submittedAt: number | null;
  readonly decidedAt: number | null;
  readonly fundedAt: number | null;
  readonly notes: string | null;
};

type PlanSlot = {
  readonly planType: string | null;
  readonly status: string | null;
  readonly outcome: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly recommendations: readonly RecommendationSlot[];
};

const PLAN = 'plan';

/** One document per contact: its funding plans with their recommendations, newest first. */
export const fundingPlans: Projection = {
  readModel,
  on: {
    ContactChanged: (event) => [contactLives(event)],
    FundingPlanChanged: (event) => [
      slotChange(event, { documentId: ofContact(event), slot: `${PLAN}:${event.planId}` }, planSlot),
    ],
  },
  render({ id, slots }) {
    const plans = newest<PlanSlot>(slots, PLAN, ({ createdAt }) => createdAt);
    return contactDocument(
      { id, slots },
      { childLives: plans.length > 0, show: () => ({ fundingPlans: plans.map(planEntry) }) },
    );
  },
};

function planSlot(event: ProjectedEvent<'FundingPlanChanged'>): PlanSlot {
  const { planType, status, outcome, createdAt, updatedAt } = event;
  const recommendations = event.recommendations.map(
    ({ product, lender, requestedAmountCents, approvedAmountCents, fundedAmountCents, ...state }) => ({
      product,
      lender,
      requestedAmountCents,
      approvedAmountCents,
      fundedAmountCents,
      status: state.status,
      outcome: state.outcome,
      submittedAt: state.submittedAt,
      decidedAt: state.decidedAt,
      fundedAt: state.fundedAt,
      notes: state.notes,
    }),
  );
  const value: PlanSlot = { planType, status, outcome, createdAt, updatedAt, recommendations };
  return fitting(value, planEntry({ id: event.planId, value }), 'a funding plan');
}

/** What is asked for, granted and paid out are three different things: their sums stay apart too. */
function planEntry({ id, value }: Child<PlanSlot>): JsonObject {
  const { planType, status, outcome, createdAt, updatedAt, recommendations } = value;
  return {
    planId: id,
    planType,
    status,
    outcome,
    createdAt: isoInstant(createdAt),
    updatedAt: isoInstant(updatedAt),
    requestedAmountCents: sum(recommendations.map(({ requestedAmountCents }) => requestedAmountCents)),
    approvedAmountCents: sum(recommendations.map(({ approvedAmountCents }) => approvedAmountCents)),
    fundedAmountCents: sum(recommendations.map(({ fundedAmountCents }) => fundedAmountCents)),
    recommendations: recommendations.map(recommendationEntry),
  };
}

function recommendationEntry(value: RecommendationSlot): JsonObject {
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
