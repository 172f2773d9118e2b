import { z } from 'zod';
import { cents, count, joinedText, objectText } from '../../bodies.ts';
import { fitItems, fitText, MAX_LINE_BYTES, MAX_LIST_BYTES } from '../../bounded-text.ts';
import { sum } from '../../cents.ts';
import { newestFirst } from '../../list-key.ts';
import { itemsOf, shown } from '../../shown.ts';
import { type Child, childSlots, type Slots, slotValue } from '../../slot.ts';
import { stateView } from '../../views.ts';
import { applicationTerms } from '../application-filters.ts';
import {
  APPLICATION,
  applicationState,
  CONTACT,
  contactState,
  NEXT_STEPS,
  type NextStepsSlot,
  newestPlans,
  newestReports,
  newestResults,
  nextStepsState,
  PLAN,
  planState,
  REPORT,
  RESULT,
  type ReportSlot,
  resultState,
  type StepSlot,
} from '../slots.ts';
import { ADDRESS_FIELDS, fullName } from './contact.ts';
import { report, reportEntry } from './credit-summary.ts';
import { eachAmount, isBlocking, planAmount, planAmounts, resultMeaning } from './records.ts';

/**
 * The pipeline entry: a contact with its application and the latest of everything else. Long texts are cut, so that it stays
 * below 64 KiB whatever they are made of (the test adds up the worst case). Clients that need a text in full read the entity
 * itself.
 */

/** Plans that an entry shows one by one; the totals cover the others too, and all are under the contact. */
export const MAX_PLANS_SHOWN = 10;
/** Tags are what a desk works by: more of them are shown than of other lists. */
const MAX_TAGS_BYTES = 8_000;

const contactPart = shown(contactState, 'contactId', {
  hidden: [...ADDRESS_FIELDS, 'source', 'dnd', 'customFields', 'createdAt', 'updatedAt'],
  bounded: true,
  derived: {
    name: {
      before: 'companyName',
      body: z.string().nullable(),
      text: ({ firstName, lastName }) =>
        JSON.stringify(fullName(fitText(firstName, MAX_LINE_BYTES), fitText(lastName, MAX_LINE_BYTES))),
    },
    tags: {
      before: 'assignedTo',
      body: z.array(z.string()),
      text: ({ tags }) => JSON.stringify(fitItems(tags, MAX_TAGS_BYTES)),
    },
  },
});

const applicationPart = shown(applicationState, null, {
  bounded: true,
  meaning: { reason: 'Why the application ended as it did, or waits.' },
});

const score = z.strictObject({
  bureau: z.string().nullable(),
  model: z.string().nullable().describe('As `/contacts/{contactId}/credit-summary` names it.'),
  score: z.int().nullable().describe('Null where the bureau gave none.'),
});

const latestReport = report.extend({ requestId: z.string(), scores: z.array(score) });

const latestResult = shown(resultState, 'resultId', {
  hidden: ['overlays', 'strengths', 'risks', 'actions'],
  bounded: true,
  meaning: resultMeaning,
});

const planEntry = shown(planState, 'planId', {
  bounded: true,
  derived: {
    recommendations: {
      before: 'recommendations',
      body: count().describe('How many the plan has.'),
      text: ({ recommendations }) => String(recommendations.length),
    },
    ...planAmounts,
  },
});

const nextStep = shown(itemsOf(nextStepsState, 'steps'), null, {
  hidden: ['completedAt'],
  bounded: true,
  derived: { blocking: isBlocking(z.boolean()) },
});

const nextSteps = z.strictObject({
  open: count(),
  blocking: count().describe('Open steps that hold the application up.'),
  completed: count(),
  next: nextStep.body.nullable().describe('The open step that is due first.'),
});

const records = z.strictObject({
  creditReport: latestReport.nullable().describe('The latest stored report, in figures.'),
  underwriting: latestResult.body.nullable().describe('The latest underwriting result.'),
  funding: z.strictObject({ plans: count(), ...eachAmount(cents) }).describe('Sums over all plans.'),
  fundingPlans: z.array(planEntry.body).max(MAX_PLANS_SHOWN).describe('The newest plans.'),
  nextSteps: nextSteps.nullable(),
});

export const applicationBody = z
  .strictObject({ ...contactPart.body.shape, ...applicationPart.body.shape, ...records.shape })
  .meta({ id: 'Application', description: 'A contact with its application, and where it stands.' });

/**
 * /pipeline and /contacts/{contactId}/application. Rendering picks the latest, so that nothing depends on the order in which
 * events arrive. An entry is listed while both contact and application live.
 */
export const applicationView = stateView({
  name: 'application',
  reads: [CONTACT, APPLICATION, REPORT, RESULT, PLAN, NEXT_STEPS],
  state: listedApplication,
  body: applicationBody,
  fields: {
    names: ['applicationKey', 'applicationTerms'],
    of({ application }, contactId, { slots }) {
      const { stage, outcome, processor, waitingOn, submittedAt } = application;
      return {
        applicationKey: newestFirst(submittedAt, contactId),
        applicationTerms: applicationTerms({
          stage: [stage],
          outcome: [outcome],
          processor: [processor],
          waitingOn: [waitingOn],
          planStatus: childSlots(slots, PLAN).map(({ value }) => value.status),
        }),
      };
    },
  },
  text: ({ contact, application }, contactId, { slots }) =>
    joinedText(contactPart.text(contact, contactId), applicationPart.text(application, ''), recordsText(slots)),
});

function listedApplication(slots: Slots) {
  const application = slotValue(slots, APPLICATION);
  const contact = slotValue(slots, CONTACT);
  return application === null || contact === null ? null : { contact, application };
}

function recordsText(slots: Slots): string {
  const [latest] = newestReports(slots);
  const [result] = newestResults(slots);
  const steps = slotValue(slots, NEXT_STEPS);
  return objectText({
    creditReport: latest === undefined ? 'null' : JSON.stringify(boundedReport(latest)),
    underwriting: result === undefined ? 'null' : latestResult.text(result.value, result.id),
    funding: JSON.stringify(fundingTotals(slots)),
    fundingPlans: planEntry.list(newestPlans(slots).slice(0, MAX_PLANS_SHOWN)),
    nextSteps: steps === null ? 'null' : stepsText(steps),
  });
}

function boundedReport(latest: Child<ReportSlot>) {
  const entry = reportEntry(latest);
  const scores = entry.scores.map(({ bureau, model, score: stated }) => ({ bureau, model, score: stated }));
  return {
    ...entry,
    bureaus: fitItems(entry.bureaus, MAX_LIST_BYTES),
    scores: fitItems(scores, MAX_LIST_BYTES),
  };
}

/** Over every live plan, also those beyond the newest that views show. */
function fundingTotals(slots: Slots) {
  const plans = childSlots(slots, PLAN).map(({ value }) => value);
  return { plans: plans.length, ...eachAmount((amount) => sum(plans.map((plan) => planAmount(plan, amount)))) };
}

function stepsText({ steps }: NextStepsSlot): string {
  const open = steps.filter(({ completedAt }) => completedAt === null);
  const [first] = open.toSorted(byDueDate);
  return objectText({
    open: String(open.length),
    blocking: String(open.filter(({ blocking }) => blocking === true).length),
    completed: String(steps.length - open.length),
    next: first === undefined ? 'null' : nextStep.text(first, ''),
  });
}

/** Due first, without a date last; equal dates in the order in which the platform lists them. */
function byDueDate(a: StepSlot, b: StepSlot): number {
  const infinity = Number.MAX_SAFE_INTEGER;
  return (a.dueAt ?? infinity) - (b.dueAt ?? infinity);
}
