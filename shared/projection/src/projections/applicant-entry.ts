import type { Slots } from '@fundlens/read-models/slot';
import {
  type ApplicationSlot,
  type ContactSlot,
  NEXT_STEPS,
  type NextStepsSlot,
  PLAN,
  type PlanSlot,
  REPORT,
  RESULT,
  type ReportSlot,
  type ResultSlot,
} from './applicant-slots.ts';
import { sum } from '@fundlens/read-models/cents';
import { type Child, newest } from './contact-children.ts';
import { isoInstant, type JsonValue, jsonBytes } from '@fundlens/read-models/json-body';
import { fullName } from '@fundlens/read-models/person-name';
import { slotValue } from './projection.ts';

/** Plans that an entry shows one by one; the totals cover the others too, and all are under the contact. */
export const MAX_PLANS_SHOWN = 10;

export type Applicant = {
  readonly contactId: string;
  readonly contact: ContactSlot;
  readonly application: ApplicationSlot;
  readonly slots: Slots;
};

/** The pipeline entry as the API shows it. */
export function applicantEntry({ contactId, contact, application, slots }: Applicant): Uint8Array {
  const plans = newest<PlanSlot>(slots, PLAN, ({ createdAt }) => createdAt);
  const [report] = newest<ReportSlot>(slots, REPORT, ({ pulledAt }) => pulledAt);
  const [result] = newest<ResultSlot>(slots, RESULT, ({ evaluatedAt }) => evaluatedAt);
  return jsonBytes({
    contactId,
    firstName: contact.firstName,
    lastName: contact.lastName,
    name: fullName(contact.firstName, contact.lastName),
    companyName: contact.companyName,
    email: contact.email,
    phone: contact.phone,
    tags: contact.tags,
    assignedTo: contact.assignedTo,
    stage: application.stage,
    outcome: application.outcome,
    reason: application.reason,
    requestedAmountCents: application.requestedAmountCents,
    submittedAt: isoInstant(application.submittedAt),
    stageChangedAt: isoInstant(application.stageChangedAt),
    decidedAt: isoInstant(application.decidedAt),
    processor: application.processor,
    waitingOn: application.waitingOn,
    creditReport: report === undefined ? null : reportEntry(report),
    underwriting: result === undefined ? null : resultEntry(result),
    funding: {
      plans: plans.length,
      requestedAmountCents: sum(plans.map(({ value }) => value.requestedAmountCents)),
      approvedAmountCents: sum(plans.map(({ value }) => value.approvedAmountCents)),
      fundedAmountCents: sum(plans.map(({ value }) => value.fundedAmountCents)),
    },
    fundingPlans: plans.slice(0, MAX_PLANS_SHOWN).map(planEntry),
    nextSteps: nextStepsEntry(slotValue<NextStepsSlot>(slots, NEXT_STEPS)),
  });
}

function reportEntry({ id, value }: Child<ReportSlot>): JsonValue {
  const { pulledAt, ...shown } = value;
  return {
    requestId: id,
    pulledAt: isoInstant(pulledAt),
    bureaus: shown.bureaus,
    scores: shown.scores.map(({ bureau, model, score }) => ({ bureau, model, score })),
    utilizationPct: shown.utilizationPct,
    openTradelines: shown.openTradelines,
    inquiries6m: shown.inquiries6m,
    derogatories24m: shown.derogatories24m,
    oldestAccountMonths: shown.oldestAccountMonths,
    totalDebtCents: shown.totalDebtCents,
  };
}

function resultEntry({ id, value }: Child<ResultSlot>): JsonValue {
  return {
    resultId: id,
    requestId: value.requestId,
    evaluatedAt: isoInstant(value.evaluatedAt),
    decision: value.decision,
    primaryPaths: value.primaryPaths,
    cardStatus: value.cardStatus,
    termLoanStatus: value.termLoanStatus,
    declineStatus: value.declineStatus,
    declineReason: value.declineReason,
    parkedReason: value.parkedReason,
    score: value.score,
    tier: value.tier,
    fundingRangeMinCents: value.fundingRangeMinCents,
    fundingRangeMaxCents: value.fundingRangeMaxCents,
  };
}

function planEntry({ id, value }: Child<PlanSlot>): JsonValue {
  return {
    planId: id,
    planType: value.planType,
    status: value.status,
    outcome: value.outcome,
    createdAt: isoInstant(value.createdAt),
    updatedAt: isoInstant(value.updatedAt),
    recommendations: value.recommendations,
    requestedAmountCents: value.requestedAmountCents,
    approvedAmountCents: value.approvedAmountCents,
    fundedAmountCents: value.fundedAmountCents,
  };
}

function nextStepsEntry(steps: NextStepsSlot | null): JsonValue {
  if (steps === null) return null;
  const { open, blocking, completed, next } = steps;
  return {
    open,
    blocking,
    completed,
    next:
      next === null
        ? null
        : {
            stepId: next.stepId,
            title: next.title,
            kind: next.kind,
            owner: next.owner,
            dueAt: isoInstant(next.dueAt),
            blocking: next.blocking,
          },
  };
}
