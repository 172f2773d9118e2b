import type { EventOf } from '@fundlens/contracts/event-types';
import { fitItems, fitText } from '@fundlens/read-models/bounded-text';
import { sum } from '@fundlens/read-models/cents';
import { scoresOf } from './stated-scores.ts';

/**
 * What the pipeline entry keeps of each entity: what it shows, bounded, and nothing else. The bounds are bytes of JSON;
 * their sum stays below the 64 KiB of an entry whatever the texts are made of (the test adds up the worst case).
 * Whoever needs a text in full reads the entity itself.
 */
const MAX_LINE_BYTES = 1_000;
const MAX_PROSE_BYTES = 2_000;
const MAX_TAGS_BYTES = 8_000;
const MAX_LIST_BYTES = 4_000;

export const APPLICATION = 'application';
export const REPORT = 'report';
export const RESULT = 'result';
export const PLAN = 'plan';
export const NEXT_STEPS = 'next-steps';

export type ContactSlot = {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly tags: readonly string[];
  readonly assignedTo: string | null;
};

export function contactSlot(event: EventOf<'ContactChanged'>): ContactSlot {
  return {
    firstName: fitText(event.firstName, MAX_LINE_BYTES),
    lastName: fitText(event.lastName, MAX_LINE_BYTES),
    companyName: fitText(event.companyName, MAX_LINE_BYTES),
    email: fitText(event.email, MAX_LINE_BYTES),
    phone: fitText(event.phone, MAX_LINE_BYTES),
    tags: fitItems(event.tags, MAX_TAGS_BYTES),
    assignedTo: fitText(event.assignedTo, MAX_LINE_BYTES),
  };
}

export type ApplicationSlot = {
  readonly stage: string | null;
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly requestedAmountCents: number | null;
  readonly submittedAt: number | null;
  readonly stageChangedAt: number | null;
  readonly decidedAt: number | null;
  readonly processor: string | null;
  readonly waitingOn: string | null;
};

export function applicationSlot(event: EventOf<'ApplicantChanged'>): ApplicationSlot {
  const { stage, outcome, requestedAmountCents, submittedAt, stageChangedAt, decidedAt } = event;
  return {
    stage,
    outcome,
    reason: fitText(event.reason, MAX_PROSE_BYTES),
    requestedAmountCents,
    submittedAt,
    stageChangedAt,
    decidedAt,
    processor: fitText(event.processor, MAX_LINE_BYTES),
    waitingOn: fitText(event.waitingOn, MAX_PROSE_BYTES),
  };
}

export type ReportSlot = {
  readonly pulledAt: number | null;
  readonly bureaus: readonly string[];
  readonly scores: readonly {
    readonly bureau: string | null;
    readonly model: string | null;
    readonly score: number | null;
  }[];
  readonly utilizationPct: number | null;
  readonly openTradelines: number | null;
  readonly inquiries6m: number | null;
  readonly derogatories24m: number | null;
  readonly oldestAccountMonths: number | null;
  readonly totalDebtCents: number | null;
};

export function reportSlot(event: EventOf<'CreditReportStored'>): ReportSlot {
  const { pulledAt, bureaus, summary } = event;
  return {
    pulledAt,
    bureaus: fitItems(bureaus, MAX_LIST_BYTES),
    scores: fitItems(
      scoresOf(event).map(({ bureau, model, score }) => ({ bureau, model, score })),
      MAX_LIST_BYTES,
    ),
    utilizationPct: summary?.utilizationPct ?? null,
    openTradelines: summary?.openTradelines ?? null,
    inquiries6m: summary?.inquiries6m ?? null,
    derogatories24m: summary?.derogatories24m ?? null,
    oldestAccountMonths: summary?.oldestAccountMonths ?? null,
    totalDebtCents: summary?.totalDebtCents ?? null,
  };
}

export type ResultSlot = {
  readonly requestId: string | null;
  readonly evaluatedAt: number | null;
  readonly decision: string | null;
  readonly primaryPaths: readonly string[];
  readonly cardStatus: string | null;
  readonly termLoanStatus: string | null;
  readonly declineStatus: string | null;
  readonly declineReason: string | null;
  readonly parkedReason: string | null;
  readonly score: number | null;
  readonly tier: string | null;
  readonly fundingRangeMinCents: number | null;
  readonly fundingRangeMaxCents: number | null;
};

export function resultSlot(event: EventOf<'UnderwritingCompleted'>): ResultSlot {
  const { requestId, evaluatedAt, cardStatus, termLoanStatus, declineStatus, score, tier } = event;
  const { fundingRangeMinCents, fundingRangeMaxCents } = event;
  return {
    requestId,
    evaluatedAt,
    decision: fitText(event.decision, MAX_PROSE_BYTES),
    primaryPaths: fitItems(event.primaryPaths, MAX_LIST_BYTES),
    cardStatus,
    termLoanStatus,
    declineStatus,
    declineReason: fitText(event.declineReason, MAX_PROSE_BYTES),
    parkedReason: fitText(event.parkedReason, MAX_PROSE_BYTES),
    score,
    tier,
    fundingRangeMinCents,
    fundingRangeMaxCents,
  };
}

export type PlanSlot = {
  readonly planType: string | null;
  readonly status: string | null;
  readonly outcome: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly recommendations: number;
  /** Sums over the recommendations; what is asked for, granted and paid out are three different things. */
  readonly requestedAmountCents: number;
  readonly approvedAmountCents: number;
  readonly fundedAmountCents: number;
};

export function planSlot(event: EventOf<'FundingPlanChanged'>): PlanSlot {
  const { planType, status, outcome, createdAt, updatedAt, recommendations } = event;
  return {
    planType,
    status,
    outcome,
    createdAt,
    updatedAt,
    recommendations: recommendations.length,
    requestedAmountCents: sum(recommendations.map(({ requestedAmountCents }) => requestedAmountCents)),
    approvedAmountCents: sum(recommendations.map(({ approvedAmountCents }) => approvedAmountCents)),
    fundedAmountCents: sum(recommendations.map(({ fundedAmountCents }) => fundedAmountCents)),
  };
}

type Step = EventOf<'NextStepsChanged'>['steps'][number];

export type NextStepsSlot = {
  readonly open: number;
  readonly blocking: number;
  readonly completed: number;
  /** The open step that is due first. */
  readonly next: {
    readonly stepId: string;
    readonly title: string | null;
    readonly kind: string | null;
    readonly owner: string | null;
    readonly dueAt: number | null;
    readonly blocking: boolean;
  } | null;
};

export function nextStepsSlot({ steps }: EventOf<'NextStepsChanged'>): NextStepsSlot {
  const open = steps.filter(({ completedAt }) => completedAt === null);
  const [first] = open.toSorted(byDueDate);
  return {
    open: open.length,
    blocking: open.filter(({ blocking }) => blocking === true).length,
    completed: steps.length - open.length,
    next:
      first === undefined
        ? null
        : {
            stepId: first.stepId,
            title: fitText(first.title, MAX_PROSE_BYTES),
            kind: first.kind,
            owner: fitText(first.owner, MAX_LINE_BYTES),
            dueAt: first.dueAt,
            blocking: first.blocking ?? false,
          },
  };
}

/** Due first, without a date last; equal dates in the order in which the platform lists them. */
function byDueDate(a: Step, b: Step): number {
  const infinity = Number.MAX_SAFE_INTEGER;
  return (a.dueAt ?? infinity) - (b.dueAt ?? infinity);
}
