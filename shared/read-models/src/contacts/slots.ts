import type { ReportFigures, SummaryFigures } from './report-figures.ts';

/**
 * What a contact's document keeps of each upstream entity: its full state without dropped fields. Views show parts of it.
 */

/** Names, or kinds, of the slots. Reports, results and plans have one slot each, named `<kind>:<id>`. */
export const CONTACT = 'contact';
export const APPLICATION = 'application';
export const NEXT_STEPS = 'next-steps';
export const REPORT = 'report';
export const RESULT = 'result';
export const PLAN = 'plan';

/** Neither birth date nor number is kept. The value of a custom field stays text, as it was spelled. */
export type ContactSlot = {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address1: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly country: string | null;
  readonly source: string | null;
  readonly tags: readonly string[];
  readonly assignedTo: string | null;
  readonly dnd: boolean | null;
  readonly customFields: readonly { readonly id: string; readonly valueJson: string | null }[];
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
};

export type ApplicationSlot = {
  readonly stage: string | null;
  readonly outcome: 'open' | 'approved' | 'funded' | 'declined' | 'withdrawn' | 'parked' | null;
  readonly reason: string | null;
  readonly requestedAmountCents: number | null;
  readonly submittedAt: number | null;
  readonly stageChangedAt: number | null;
  readonly decidedAt: number | null;
  readonly processor: string | null;
  readonly waitingOn: string | null;
};

/**
 * Either a score or the reason why there is none. `excluded`: the model does not score this file, its code says why.
 * `not_scored`: nothing, zero, a negative number or words stand in its place. `unreadable`: something else does.
 */
export type ScoreReading =
  | { readonly score: number; readonly reason: null; readonly code: null }
  | {
      readonly score: null;
      readonly reason: 'excluded' | 'not_scored' | 'unreadable';
      /** The text in place of a score; null when there is none. */
      readonly code: string | null;
    };

/** One score as a report states it; bureau and model are null where it states none. */
export type ReportScore = { readonly bureau: string | null; readonly model: string | null } & ScoreReading;

/** The figures of a stored report, never its text. */
export type ReportSlot = SummaryFigures & {
  readonly pulledAt: number | null;
  readonly bureaus: readonly string[];
  /** The bureaus that it counts for, by the names of `BUREAUS`. */
  readonly countedBureaus: readonly ('equifax' | 'experian' | 'transunion' | 'other')[];
  readonly scores: readonly ReportScore[];
  readonly figures: ReportFigures;
};

export type ResultSlot = {
  readonly requestId: string | null;
  readonly evaluatedAt: number | null;
  readonly decision: string | null;
  readonly primaryPaths: readonly string[];
  readonly overlays: readonly string[];
  readonly cardStatus: string | null;
  readonly termLoanStatus: string | null;
  readonly declineStatus: string | null;
  readonly declineReason: string | null;
  readonly parkedReason: string | null;
  readonly score: number | null;
  readonly tier: string | null;
  readonly fundingRangeMinCents: number | null;
  readonly fundingRangeMaxCents: number | null;
  readonly strengths: readonly string[];
  readonly risks: readonly string[];
  readonly actions: readonly string[];
};

export type RecommendationSlot = {
  readonly id: string | null;
  readonly product: string | null;
  readonly lender: string | null;
  readonly requestedAmountCents: number | null;
  readonly approvedAmountCents: number | null;
  readonly fundedAmountCents: number | null;
  readonly aprPct: number | null;
  readonly factorRate: number | null;
  readonly termMonths: number | null;
  readonly paymentCents: number | null;
  readonly paymentFrequency: string | null;
  readonly feesCents: number | null;
  readonly bureauPulled: string | null;
  readonly personalGuarantee: boolean | null;
  readonly stipulations: readonly string[];
  readonly status: string | null;
  readonly outcome: string | null;
  readonly declineReason: string | null;
  readonly submittedAt: number | null;
  readonly decidedAt: number | null;
  readonly expiresAt: number | null;
  readonly fundedAt: number | null;
  readonly notes: string | null;
};

export type PlanSlot = {
  readonly planType: string | null;
  readonly status: string | null;
  readonly outcome: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly recommendations: readonly RecommendationSlot[];
};

export type StepSlot = {
  readonly stepId: string;
  readonly title: string | null;
  readonly kind: string | null;
  readonly owner: string | null;
  readonly dueAt: number | null;
  readonly completedAt: number | null;
  readonly blocking: boolean;
};

export type NextStepsSlot = { readonly steps: readonly StepSlot[] };
