import { z } from 'zod';
import { cents, count, instant } from '../../body-values.ts';
import { fitItems, fitText } from '../../bounded-text.ts';
import { sum } from '../../cents.ts';
import type { RenderInput, View } from '../../definition.ts';
import type { IndexFields } from '../../document.ts';
import { isoInstant, jsonText } from '../../json-text.ts';
import { newestFirst } from '../../list-key.ts';
import { fullName } from '../../person-name.ts';
import { type Child, childSlots, slotValue, type Slots } from '../../slot.ts';
import { applicationTerms } from '../application-filters.ts';
import { newest } from '../children.ts';
import {
  APPLICATION,
  type ApplicationSlot,
  CONTACT,
  type ContactSlot,
  NEXT_STEPS,
  type NextStepsSlot,
  PLAN,
  type PlanSlot,
  REPORT,
  RESULT,
  type ReportSlot,
  type ResultSlot,
  type StepSlot,
} from '../slots.ts';
import { scoreModelName } from '../score-model.ts';
import { reportFigures, shownFigures } from '../report-figures.ts';
import { planAmount } from './funding-plans.ts';

/**
 * What the pipeline entry shows of each entity is bounded. The bounds are bytes of JSON; their sum stays below the 64 KiB
 * of an entry whatever the texts are made of (the test adds up the worst case). Clients that need a text in full read the
 * entity itself.
 */
const MAX_LINE_BYTES = 1_000;
const MAX_PROSE_BYTES = 2_000;
const MAX_TAGS_BYTES = 8_000;
const MAX_LIST_BYTES = 4_000;
/** Plans that an entry shows one by one; the totals cover the others too, and all are under the contact. */
export const MAX_PLANS_SHOWN = 10;

const score = z.strictObject({
  bureau: z.string().nullable(),
  model: z.string().nullable().describe('As `/contacts/{contactId}/credit-summary` names it.'),
  score: z.int().nullable().describe('Null where the bureau gave none.'),
});

const latestReport = z.strictObject({
  requestId: z.string(),
  pulledAt: instant().nullable(),
  bureaus: z.array(z.string()),
  scores: z.array(score),
  utilizationPct: z.number().nullable(),
  openTradelines: count().nullable(),
  inquiries6m: count().nullable().describe('Inquiries of the last six months.'),
  derogatories24m: count().nullable().describe('Derogatory marks of the last 24 months.'),
  oldestAccountMonths: count().nullable(),
  totalDebtCents: cents().nullable(),
  figures: reportFigures,
});

const latestResult = z.strictObject({
  resultId: z.string(),
  requestId: z.string().nullable().describe('The report that was evaluated.'),
  evaluatedAt: instant().nullable(),
  decision: z.string().nullable(),
  primaryPaths: z.array(z.string()),
  cardStatus: z.string().nullable(),
  termLoanStatus: z.string().nullable(),
  declineStatus: z.string().nullable(),
  declineReason: z.string().nullable(),
  parkedReason: z.string().nullable(),
  score: z.number().nullable(),
  tier: z.string().nullable(),
  fundingRangeMinCents: cents().nullable(),
  fundingRangeMaxCents: cents().nullable(),
});

/** What is asked for, granted and paid out are three different things. */
const amounts = { requestedAmountCents: cents(), approvedAmountCents: cents(), fundedAmountCents: cents() } as const;

const plan = z.strictObject({
  planId: z.string(),
  planType: z.string().nullable(),
  status: z.string().nullable(),
  outcome: z.string().nullable(),
  createdAt: instant().nullable(),
  updatedAt: instant().nullable(),
  recommendations: count().describe('How many the plan has.'),
  ...amounts,
});

const nextStep = z.strictObject({
  stepId: z.string(),
  title: z.string().nullable(),
  kind: z.string().nullable(),
  owner: z.string().nullable(),
  dueAt: instant().nullable(),
  blocking: z.boolean(),
});

const nextSteps = z.strictObject({
  open: count(),
  blocking: count().describe('Open steps that hold the application up.'),
  completed: count(),
  next: nextStep.nullable().describe('The open step that is due first.'),
});

/** The closed vocabulary of outcomes. */
export const APPLICATION_OUTCOMES = ['open', 'approved', 'funded', 'declined', 'withdrawn', 'parked'] as const;

export const applicationBody = z
  .strictObject({
    contactId: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    name: z.string().nullable(),
    companyName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    tags: z.array(z.string()),
    assignedTo: z.string().nullable(),
    stage: z.string().nullable(),
    outcome: z.enum(APPLICATION_OUTCOMES).nullable(),
    reason: z.string().nullable().describe('Why the application ended as it did, or waits.'),
    requestedAmountCents: cents().nullable(),
    submittedAt: instant().nullable(),
    stageChangedAt: instant().nullable(),
    decidedAt: instant().nullable(),
    processor: z.string().nullable(),
    waitingOn: z.string().nullable(),
    creditReport: latestReport.nullable().describe('The latest stored report, in figures.'),
    underwriting: latestResult.nullable().describe('The latest underwriting result.'),
    funding: z.strictObject({ plans: count(), ...amounts }).describe('Sums over all plans.'),
    fundingPlans: z.array(plan).max(MAX_PLANS_SHOWN).describe('The newest plans.'),
    nextSteps: nextSteps.nullable(),
  })
  .meta({ id: 'Application', description: 'A contact with its application, and where it stands.' });

type ApplicationBody = z.infer<typeof applicationBody>;

/**
 * /pipeline and /contacts/{contactId}/application: the contact's application with the latest of everything else. Rendering picks the latest, so that nothing
 * depends on the order in which events arrive. An entry is listed while both contact and application live.
 */
export const applicationView: View<ApplicationBody> = {
  name: 'application',
  reads: [CONTACT, APPLICATION, REPORT, RESULT, PLAN, NEXT_STEPS],
  body: applicationBody,
  index: { names: ['applicationKey', 'applicationTerms'], of: indexFields },
  render(input) {
    const listed = listedApplication(input);
    return listed === null ? null : jsonText(applicationEntry(listed, input.slots));
  },
};

type Listed = {
  readonly contactId: string;
  readonly contact: ContactSlot;
  readonly application: ApplicationSlot;
};

function listedApplication({ id, slots }: RenderInput): Listed | null {
  const application = slotValue<ApplicationSlot>(slots, APPLICATION);
  if (application === null || id.kind !== 'location-entity') return null;
  const contact = slotValue<ContactSlot>(slots, CONTACT);
  return contact === null ? null : { contactId: id.entityId, contact, application };
}

function indexFields(input: RenderInput): IndexFields {
  const listed = listedApplication(input);
  if (listed === null) return {};
  const { stage, outcome, processor, waitingOn, submittedAt } = listed.application;
  return {
    applicationKey: newestFirst(submittedAt, listed.contactId),
    applicationTerms: applicationTerms({
      stage: [stage],
      outcome: [outcome],
      processor: [processor],
      waitingOn: [waitingOn],
      planStatus: childSlots<PlanSlot>(input.slots, PLAN).map(({ value }) => value.status),
    }),
  };
}

function applicationEntry({ contactId, contact, application }: Listed, slots: Slots): ApplicationBody {
  const plans = newest<PlanSlot>(slots, PLAN, ({ createdAt }) => createdAt);
  const [report] = newest<ReportSlot>(slots, REPORT, ({ pulledAt }) => pulledAt);
  const [result] = newest<ResultSlot>(slots, RESULT, ({ evaluatedAt }) => evaluatedAt);
  const steps = slotValue<NextStepsSlot>(slots, NEXT_STEPS);
  const firstName = fitText(contact.firstName, MAX_LINE_BYTES);
  const lastName = fitText(contact.lastName, MAX_LINE_BYTES);
  return {
    contactId,
    firstName,
    lastName,
    name: fullName(firstName, lastName),
    companyName: fitText(contact.companyName, MAX_LINE_BYTES),
    email: fitText(contact.email, MAX_LINE_BYTES),
    phone: fitText(contact.phone, MAX_LINE_BYTES),
    tags: fitItems(contact.tags, MAX_TAGS_BYTES),
    assignedTo: fitText(contact.assignedTo, MAX_LINE_BYTES),
    stage: application.stage,
    outcome: application.outcome,
    reason: fitText(application.reason, MAX_PROSE_BYTES),
    requestedAmountCents: application.requestedAmountCents,
    submittedAt: isoInstant(application.submittedAt),
    stageChangedAt: isoInstant(application.stageChangedAt),
    decidedAt: isoInstant(application.decidedAt),
    processor: fitText(application.processor, MAX_LINE_BYTES),
    waitingOn: fitText(application.waitingOn, MAX_PROSE_BYTES),
    creditReport: report === undefined ? null : reportEntry(report),
    underwriting: result === undefined ? null : resultEntry(result),
    funding: fundingTotals(slots),
    fundingPlans: plans.slice(0, MAX_PLANS_SHOWN).map(planEntry),
    nextSteps: steps === null ? null : stepsEntry(steps),
  };
}

function reportEntry({ id, value }: Child<ReportSlot>): ApplicationBody['creditReport'] {
  const scores = value.scores.map((stated) => {
    return { bureau: stated.bureau, model: scoreModelName(stated), score: stated.score };
  });
  return {
    requestId: id,
    pulledAt: isoInstant(value.pulledAt),
    bureaus: fitItems(value.bureaus, MAX_LIST_BYTES),
    scores: fitItems(scores, MAX_LIST_BYTES),
    utilizationPct: value.utilizationPct,
    openTradelines: value.openTradelines,
    inquiries6m: value.inquiries6m,
    derogatories24m: value.derogatories24m,
    oldestAccountMonths: value.oldestAccountMonths,
    totalDebtCents: value.totalDebtCents,
    figures: shownFigures(value.figures),
  };
}

function resultEntry({ id, value }: Child<ResultSlot>): ApplicationBody['underwriting'] {
  return {
    resultId: id,
    requestId: value.requestId,
    evaluatedAt: isoInstant(value.evaluatedAt),
    decision: fitText(value.decision, MAX_PROSE_BYTES),
    primaryPaths: fitItems(value.primaryPaths, MAX_LIST_BYTES),
    cardStatus: value.cardStatus,
    termLoanStatus: value.termLoanStatus,
    declineStatus: value.declineStatus,
    declineReason: fitText(value.declineReason, MAX_PROSE_BYTES),
    parkedReason: fitText(value.parkedReason, MAX_PROSE_BYTES),
    score: value.score,
    tier: value.tier,
    fundingRangeMinCents: value.fundingRangeMinCents,
    fundingRangeMaxCents: value.fundingRangeMaxCents,
  };
}

/** Over every live plan, also those beyond the newest that views show. */
function fundingTotals(slots: Slots): ApplicationBody['funding'] {
  const plans = childSlots<PlanSlot>(slots, PLAN).map(({ value }) => planAmounts(value));
  return {
    plans: plans.length,
    requestedAmountCents: sum(plans.map(({ requestedAmountCents }) => requestedAmountCents)),
    approvedAmountCents: sum(plans.map(({ approvedAmountCents }) => approvedAmountCents)),
    fundedAmountCents: sum(plans.map(({ fundedAmountCents }) => fundedAmountCents)),
  };
}

function planAmounts(plan: PlanSlot) {
  return {
    requestedAmountCents: planAmount(plan, 'requestedAmountCents'),
    approvedAmountCents: planAmount(plan, 'approvedAmountCents'),
    fundedAmountCents: planAmount(plan, 'fundedAmountCents'),
  };
}

function planEntry({ id, value }: Child<PlanSlot>): ApplicationBody['fundingPlans'][number] {
  return {
    planId: id,
    planType: value.planType,
    status: value.status,
    outcome: value.outcome,
    createdAt: isoInstant(value.createdAt),
    updatedAt: isoInstant(value.updatedAt),
    recommendations: value.recommendations.length,
    ...planAmounts(value),
  };
}

function stepsEntry({ steps }: NextStepsSlot): ApplicationBody['nextSteps'] {
  const open = steps.filter(({ completedAt }) => completedAt === null);
  const [first] = open.toSorted(byDueDate);
  return {
    open: open.length,
    blocking: open.filter(({ blocking }) => blocking === true).length,
    completed: steps.length - open.length,
    next: first === undefined ? null : stepEntry(first),
  };
}

function stepEntry({ stepId, title, kind, owner, dueAt, blocking }: StepSlot): z.infer<typeof nextStep> {
  return {
    stepId,
    title: fitText(title, MAX_PROSE_BYTES),
    kind,
    owner: fitText(owner, MAX_LINE_BYTES),
    dueAt: isoInstant(dueAt),
    blocking: blocking ?? false,
  };
}

/** Due first, without a date last; equal dates in the order in which the platform lists them. */
function byDueDate(a: StepSlot, b: StepSlot): number {
  const infinity = Number.MAX_SAFE_INTEGER;
  return (a.dueAt ?? infinity) - (b.dueAt ?? infinity);
}
