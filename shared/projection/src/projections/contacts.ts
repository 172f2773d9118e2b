import { contacts as readModel } from '@fundlens/read-models/contacts/contacts';
import * as slots from '@fundlens/read-models/contacts/slots';
import { contact } from '@fundlens/read-models/contacts/views/contact';
import { summaryOf } from '@fundlens/read-models/contacts/views/credit-summary';
import { plan } from '@fundlens/read-models/contacts/views/funding-plans';
import { stepsText } from '@fundlens/read-models/contacts/views/next-steps';
import { result } from '@fundlens/read-models/contacts/views/underwriting-results';
import {
  assertFits,
  MAX_DOCUMENT_BYTES,
  MAX_LIST_BODY_BYTES,
  maxValueBytes,
  SMALL_SLOTS_BYTES,
} from '@fundlens/read-models/document-size';
import { type JsonText, jsonBytes, jsonText } from '@fundlens/read-models/json-text';
import type { SlotValue } from '@fundlens/read-models/slot';
import { reportSlot } from './credit-reports.ts';
import { entityDocument, type ProjectedEvent, type Projection, slotChange } from './projection.ts';

/** Everything that belongs to a contact changes its one document, each upstream entity a slot of its own. */
export const contacts: Projection = {
  readModel,
  on: {
    ContactChanged: (event) => contactChange(event, slots.CONTACT, contactSlot),
    ApplicantChanged: (event) => contactChange(event, slots.APPLICATION, slots.applicationState.of),
    CreditReportStored: (event) =>
      contactChange(event, `${slots.REPORT}:${event.requestId}`, () => {
        const summary = (value: slots.ReportSlot) => summaryOf(event.contactId, [{ id: event.requestId, value }]);
        return fitting(reportSlot(event), (value) => jsonText(summary(value)), 'the summary of a report');
      }),
    UnderwritingCompleted: (event) =>
      contactChange(event, `${slots.RESULT}:${event.resultId}`, () =>
        fitting(slots.resultState.of(event), (value) => result.text(value, event.resultId), 'an underwriting result'),
      ),
    FundingPlanChanged: (event) =>
      contactChange(event, `${slots.PLAN}:${event.planId}`, () =>
        fitting(slots.planState.of(event), (value) => plan.text(value, event.planId), 'a funding plan'),
      ),
    NextStepsChanged: (event) =>
      contactChange(event, slots.NEXT_STEPS, () =>
        fitting(slots.nextStepsState.of(event), (value) => stepsText(value, event.contactId), 'a list of next steps'),
      ),
  },
};

type OfContact = Parameters<typeof slotChange>[0] &
  Parameters<typeof entityDocument>[0] & { readonly contactId: string };

function contactChange<E extends OfContact>(event: E, slot: string, value: (event: E) => SlotValue) {
  return slotChange(event, entityDocument(event, event.contactId), slot, value);
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

function contactSlot(event: ProjectedEvent<'ContactChanged'>): slots.ContactSlot {
  const value = slots.contactState.of(event);
  // Names are in the body twice: once by themselves and once as the full name.
  if (2 * MAX_JSON_BYTES_PER_BYTE * maxValueBytes(value) + CONTACT_FRAME_BYTES > MAX_LIST_BODY_BYTES) {
    assertFits(jsonBytes(contact.text(value, event.contactId)).byteLength, MAX_LIST_BODY_BYTES, slots.CONTACT);
  }
  return value;
}
