import { eventState, type SlotOf } from '@fundlens/contracts/event-state';
import { type Child, childSlots, type SlotKind, type Slots, type SlotValue } from '../slot.ts';
import type { ReportFigures, SummaryFigures } from './report-figures.ts';

/**
 * What a contact's document keeps of each upstream entity: the state that its event tells. Of a report it keeps what is read
 * from it.
 */

/** Names, or kinds, of the slots. Reports, results and plans have one slot each, named `<kind>:<id>`. */
export const CONTACT: SlotKind<ContactSlot> = 'contact';
export const APPLICATION: SlotKind<ApplicationSlot> = 'application';
export const NEXT_STEPS: SlotKind<NextStepsSlot> = 'next-steps';
export const REPORT: SlotKind<ReportSlot> = 'report';
export const RESULT: SlotKind<ResultSlot> = 'result';
export const PLAN: SlotKind<PlanSlot> = 'plan';

/** Neither birth date nor number is kept. The value of a custom field stays text, as it was spelled. */
export const contactState = eventState('ContactChanged', 'contactId', 'dateOfBirth', 'ssn');
export const applicationState = eventState('ApplicantChanged', 'contactId');
export const resultState = eventState('UnderwritingCompleted', 'resultId', 'contactId');
export const planState = eventState('FundingPlanChanged', 'planId', 'contactId');
export const nextStepsState = eventState('NextStepsChanged', 'contactId');

export type ContactSlot = SlotOf<typeof contactState>;
export type ApplicationSlot = SlotOf<typeof applicationState>;
export type ResultSlot = SlotOf<typeof resultState>;
export type PlanSlot = SlotOf<typeof planState>;
export type RecommendationSlot = PlanSlot['recommendations'][number];
export type NextStepsSlot = SlotOf<typeof nextStepsState>;
export type StepSlot = NextStepsSlot['steps'][number];

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

/** Design §2: of a contact's reports, results and plans the newest 500 of each are shown, more than any person has. */
export const MAX_CHILDREN = 500;

export const newestReports = (slots: Slots) => newest(slots, REPORT, ({ pulledAt }) => pulledAt);
export const newestResults = (slots: Slots) => newest(slots, RESULT, ({ evaluatedAt }) => evaluatedAt);
export const newestPlans = (slots: Slots) => newest(slots, PLAN, ({ createdAt }) => createdAt);

/**
 * The live children of one kind, newest first, then by id, without an instant last: the order of list keys, so that
 * "the latest report" is the same one here and in a query for it.
 */
function newest<Value extends SlotValue>(
  slots: Slots,
  kind: SlotKind<Value>,
  instantOf: (value: Value) => number | null,
): Child<Value>[] {
  const instant = ({ value }: Child<Value>) => instantOf(value) ?? Number.NEGATIVE_INFINITY;
  return childSlots(slots, kind)
    .sort((a, b) => instant(b) - instant(a) || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_CHILDREN);
}
