import { bureausOf } from '@fundlens/credit-reports/report-bureaus';
import { contacts as readModel } from '@fundlens/read-models/contacts/contacts';
import {
  APPLICATION,
  applicationState,
  CONTACT,
  type ContactSlot,
  contactState,
  NEXT_STEPS,
  nextStepsState,
  PLAN,
  planState,
  REPORT,
  RESULT,
  type ReportSlot,
  resultState,
} from '@fundlens/read-models/contacts/slots';
import { contact } from '@fundlens/read-models/contacts/views/contact';
import { summaryOf } from '@fundlens/read-models/contacts/views/credit-summary';
import { plan } from '@fundlens/read-models/contacts/views/funding-plans';
import { stepsText } from '@fundlens/read-models/contacts/views/next-steps';
import { result } from '@fundlens/read-models/contacts/views/underwriting-results';
import type { SlotChange } from '@fundlens/read-models/document';
import {
  assertFits,
  MAX_DOCUMENT_BYTES,
  MAX_LIST_BODY_BYTES,
  maxValueBytes,
  SMALL_SLOTS_BYTES,
} from '@fundlens/read-models/document-size';
import { type JsonText, jsonBytes, jsonText } from '@fundlens/read-models/json-text';
import type { SlotValue } from '@fundlens/read-models/slot';
import { InvalidError } from '@fundlens/runtime/errors';
import { entityDocument, type ProjectedEvent, type Projection, slotChange } from './projection.ts';
import { figuresOf } from './report-figures.ts';
import { scoresOf } from './stated-scores.ts';

/** Everything that belongs to a contact changes its one document, each upstream entity a slot of its own. */
export const contacts: Projection = {
  readModel,
  on: {
    ContactChanged: (event) => contactChange(event, CONTACT, () => contactSlot(event)),
    ApplicantChanged: (event) => contactChange(event, APPLICATION, () => applicationState.of(event)),
    CreditReportStored: (event) => contactChange(event, `${REPORT}:${event.requestId}`, () => reportSlot(event)),
    UnderwritingCompleted: (event) =>
      contactChange(event, `${RESULT}:${event.resultId}`, () =>
        fitting(resultState.of(event), (value) => result.text(value, event.resultId), 'an underwriting result'),
      ),
    FundingPlanChanged: (event) =>
      contactChange(event, `${PLAN}:${event.planId}`, () =>
        fitting(planState.of(event), (value) => plan.text(value, event.planId), 'a funding plan'),
      ),
    NextStepsChanged: (event) =>
      contactChange(event, NEXT_STEPS, () =>
        fitting(nextStepsState.of(event), (value) => stepsText(value, event.contactId), 'a list of next steps'),
      ),
  },
};

type OfContact = Parameters<typeof slotChange>[0] &
  Parameters<typeof entityDocument>[0] & { readonly contactId: string };

function contactChange(event: OfContact, slot: string, value: () => SlotValue): readonly SlotChange[] {
  return slotChange(event, { documentId: entityDocument(event, event.contactId), slot }, value);
}

/** What a document weighs beside its only child: the contact's slot and views, brackets. Generous. */
const FRAME_BYTES = 512 * 1024;

/**
 * `value`, which must fit a document as the contact's only child, as slot and as what is shown of it.
 * @throws InvalidError `document_too_large`
 */
function fitting<Value extends SlotValue>(
  value: Value,
  shown: (value: Value) => JsonText<unknown>,
  what: string,
): Value {
  const bytes = maxValueBytes(value);
  if (bytes > SMALL_SLOTS_BYTES) {
    assertFits(bytes + jsonBytes(shown(value)).byteLength, MAX_DOCUMENT_BYTES - FRAME_BYTES, what);
  }
  return value;
}

/** JSON spells a byte of UTF-8 with at most six; names of members and brackets take less than this. */
const MAX_JSON_BYTES_PER_BYTE = 6;
const CONTACT_FRAME_BYTES = 1_024;

function contactSlot(event: ProjectedEvent<'ContactChanged'>): ContactSlot {
  for (const { valueJson } of event.customFields) if (valueJson !== null) assertJson(valueJson);
  const value = contactState.of(event);
  // Names are in the body twice: once by themselves and once as the full name.
  if (2 * MAX_JSON_BYTES_PER_BYTE * maxValueBytes(value) + CONTACT_FRAME_BYTES > MAX_LIST_BODY_BYTES) {
    assertFits(jsonBytes(contact.text(value, event.contactId)).byteLength, MAX_LIST_BODY_BYTES, CONTACT);
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
  const summary = (report: ReportSlot) =>
    jsonText(summaryOf(event.contactId, [{ id: event.requestId, value: report }]));
  return fitting(value, summary, 'the summary of a report');
}
