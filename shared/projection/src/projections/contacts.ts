import { bureausOf } from '@fundlens/credit-reports/report-bureaus';
import { contacts as readModel } from '@fundlens/read-models/contacts/contacts';
import {
  APPLICATION,
  type ApplicationSlot,
  CONTACT,
  type ContactSlot,
  NEXT_STEPS,
  type NextStepsSlot,
  PLAN,
  type PlanSlot,
  type RecommendationSlot,
  REPORT,
  RESULT,
  type ReportSlot,
  type ResultSlot,
} from '@fundlens/read-models/contacts/slots';
import { contactText } from '@fundlens/read-models/contacts/views/contact';
import { summaryOf } from '@fundlens/read-models/contacts/views/credit-summary';
import { planEntry } from '@fundlens/read-models/contacts/views/funding-plans';
import { stepsOf } from '@fundlens/read-models/contacts/views/next-steps';
import { resultEntry } from '@fundlens/read-models/contacts/views/underwriting-results';
import type { DocumentId } from '@fundlens/read-models/document';
import {
  assertFits,
  MAX_DOCUMENT_BYTES,
  MAX_LIST_BODY_BYTES,
  maxValueBytes,
  SMALL_SLOTS_BYTES,
} from '@fundlens/read-models/document-size';
import { jsonBytes, jsonText } from '@fundlens/read-models/json-text';
import type { SlotValue } from '@fundlens/read-models/slot';
import { InvalidError } from '@fundlens/runtime/errors';
import { type ProjectedEvent, type Projection, slotChange } from './projection.ts';
import { figuresOf } from './report-figures.ts';
import { scoresOf } from './stated-scores.ts';

/** Everything that belongs to a contact changes its one document, each upstream entity a slot of its own. */
export const contacts: Projection = {
  readModel,
  on: {
    ContactChanged: (event) => [slotChange(event, { documentId: ofContact(event), slot: CONTACT }, contactSlot)],
    ApplicantChanged: (event) => [
      slotChange(event, { documentId: ofContact(event), slot: APPLICATION }, applicationSlot),
    ],
    CreditReportStored: (event) => [
      slotChange(event, { documentId: ofContact(event), slot: `${REPORT}:${event.requestId}` }, reportSlot),
    ],
    UnderwritingCompleted: (event) => [
      slotChange(event, { documentId: ofContact(event), slot: `${RESULT}:${event.resultId}` }, resultSlot),
    ],
    FundingPlanChanged: (event) => [
      slotChange(event, { documentId: ofContact(event), slot: `${PLAN}:${event.planId}` }, planSlot),
    ],
    NextStepsChanged: (event) => [slotChange(event, { documentId: ofContact(event), slot: NEXT_STEPS }, stepsSlot)],
  },
};

/** The document of the contact that `event` is about. */
function ofContact(event: { readonly meta: { readonly locationId: string }; readonly contactId: string }): DocumentId {
  return { kind: 'location-entity', locationId: event.meta.locationId, entityId: event.contactId };
}

/** What a document weighs beside its only child: the contact's slot and views, brackets. Generous. */
const FRAME_BYTES = 512 * 1024;

/**
 * `value`, which must fit a document as the contact's only child, as slot and as what is shown of it.
 * @throws InvalidError `document_too_large`
 */
function fitting<Value extends SlotValue>(value: Value, shown: (value: Value) => object, what: string): Value {
  const bytes = maxValueBytes(value);
  if (bytes > SMALL_SLOTS_BYTES) {
    assertFits(bytes + jsonBytes(jsonText(shown(value))).byteLength, MAX_DOCUMENT_BYTES - FRAME_BYTES, what);
  }
  return value;
}

/** JSON spells a byte of UTF-8 with at most six; names of members and brackets take less than this. */
const MAX_JSON_BYTES_PER_BYTE = 6;
const CONTACT_FRAME_BYTES = 1_024;

function contactSlot(event: ProjectedEvent<'ContactChanged'>): ContactSlot {
  for (const { valueJson } of event.customFields) if (valueJson !== null) assertJson(valueJson);
  const { firstName, lastName, companyName, email, phone, address1, city, state, postalCode, country } = event;
  const { source, tags, assignedTo, dnd, customFields, createdAt, updatedAt } = event;
  const value: ContactSlot = {
    firstName,
    lastName,
    companyName,
    email,
    phone,
    address1,
    city,
    state,
    postalCode,
    country,
    source,
    tags,
    assignedTo,
    dnd,
    customFields: customFields.map(({ id, valueJson }) => ({ id, valueJson })),
    createdAt,
    updatedAt,
  };
  // Names are in the body twice: once by themselves and once as the full name.
  if (2 * MAX_JSON_BYTES_PER_BYTE * maxValueBytes(value) + CONTACT_FRAME_BYTES > MAX_LIST_BODY_BYTES) {
    assertFits(jsonBytes(contactText(event.contactId, value)).byteLength, MAX_LIST_BODY_BYTES, CONTACT);
  }
  return value;
}

/** The text goes into the body as it is: text that is not one JSON value would break every page that shows it. */
function assertJson(valueJson: string): void {
  try {
    JSON.parse(valueJson);
  } catch {
    throw new InvalidError('custom_field_not_json', 'must be JSON text', { field: 'customFields[].valueJson' });
  }
}

function applicationSlot(event: ProjectedEvent<'ApplicantChanged'>): ApplicationSlot {
  const { stage, outcome, reason, requestedAmountCents, submittedAt, stageChangedAt, decidedAt } = event;
  const { processor, waitingOn } = event;
  return {
    stage,
    outcome,
    reason,
    requestedAmountCents,
    submittedAt,
    stageChangedAt,
    decidedAt,
    processor,
    waitingOn,
  };
}

/** @throws InvalidError `report_not_json` */
function reportSlot(event: ProjectedEvent<'CreditReportStored'>): ReportSlot {
  const { pulledAt, bureaus, format } = event;
  const scores = scoresOf(event);
  const value: ReportSlot = {
    pulledAt,
    bureaus,
    countedBureaus: bureausOf({ bureaus, format, scores }),
    scores,
    ...figuresOf(event),
  };
  const shown = (report: ReportSlot) => summaryOf(event.contactId, [{ id: event.requestId, value: report }]);
  return fitting(value, shown, 'the summary of a report');
}

function resultSlot(event: ProjectedEvent<'UnderwritingCompleted'>): ResultSlot {
  const { requestId, evaluatedAt, decision, primaryPaths, overlays, cardStatus, termLoanStatus } = event;
  const { declineStatus, declineReason, parkedReason, score, tier, fundingRangeMinCents, fundingRangeMaxCents } = event;
  const { strengths, risks, actions } = event;
  const value: ResultSlot = {
    requestId,
    evaluatedAt,
    decision,
    primaryPaths,
    overlays,
    cardStatus,
    termLoanStatus,
    declineStatus,
    declineReason,
    parkedReason,
    score,
    tier,
    fundingRangeMinCents,
    fundingRangeMaxCents,
    strengths,
    risks,
    actions,
  };
  return fitting(value, (result) => resultEntry({ id: event.resultId, value: result }), 'an underwriting result');
}

function planSlot(event: ProjectedEvent<'FundingPlanChanged'>): PlanSlot {
  const { planType, status, outcome, createdAt, updatedAt } = event;
  const recommendations = event.recommendations.map(recommendationSlot);
  const value: PlanSlot = { planType, status, outcome, createdAt, updatedAt, recommendations };
  return fitting(value, (plan) => planEntry({ id: event.planId, value: plan }), 'a funding plan');
}

type Recommendation = ProjectedEvent<'FundingPlanChanged'>['recommendations'][number];

function recommendationSlot(recommendation: Recommendation): RecommendationSlot {
  const { id, product, lender, requestedAmountCents, approvedAmountCents, fundedAmountCents } = recommendation;
  const { aprPct, factorRate, termMonths, paymentCents, paymentFrequency, feesCents } = recommendation;
  const { bureauPulled, personalGuarantee, stipulations, status, outcome, declineReason } = recommendation;
  const { submittedAt, decidedAt, expiresAt, fundedAt, notes } = recommendation;
  return {
    id,
    product,
    lender,
    requestedAmountCents,
    approvedAmountCents,
    fundedAmountCents,
    aprPct,
    factorRate,
    termMonths,
    paymentCents,
    paymentFrequency,
    feesCents,
    bureauPulled,
    personalGuarantee,
    stipulations,
    status,
    outcome,
    declineReason,
    submittedAt,
    decidedAt,
    expiresAt,
    fundedAt,
    notes,
  };
}

function stepsSlot(event: ProjectedEvent<'NextStepsChanged'>): NextStepsSlot {
  const value: NextStepsSlot = {
    steps: event.steps.map(({ stepId, title, kind, owner, dueAt, completedAt, blocking }) => ({
      stepId,
      title,
      kind,
      owner,
      dueAt,
      completedAt,
      // A step without the flag does not block.
      blocking: blocking ?? false,
    })),
  };
  return fitting(value, (steps) => stepsOf(event.contactId, steps), 'a list of next steps');
}
