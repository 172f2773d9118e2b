import { applicants as readModel } from '@fundlens/read-models/definitions';
import { newestFirst } from '@fundlens/read-models/list-key';
import { applicantEntry } from './applicant-entry.ts';
import {
  APPLICATION,
  type ApplicationSlot,
  applicationSlot,
  type ContactSlot,
  contactSlot,
  NEXT_STEPS,
  nextStepsSlot,
  PLAN,
  planSlot,
  REPORT,
  RESULT,
  reportSlot,
  resultSlot,
} from './applicant-slots.ts';
import { CONTACT, ofContact } from './contact-children.ts';
import { assertFits, MAX_LIST_BODY_BYTES } from '@fundlens/read-models/document-size';
import { type Projection, slotChange, slotValue } from './projection.ts';

/**
 * One document per contact: the entry that the pipeline shows of it. Everything that the contact owns has its own small
 * slot, and rendering picks the latest, so that nothing depends on the order in which events arrive. The entry is
 * listed while both contact and application live.
 */
export const applicants: Projection = {
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
    NextStepsChanged: (event) => [slotChange(event, { documentId: ofContact(event), slot: NEXT_STEPS }, nextStepsSlot)],
  },
  render({ id, slots }) {
    const contact = slotValue<ContactSlot>(slots, CONTACT);
    const application = slotValue<ApplicationSlot>(slots, APPLICATION);
    if (contact === null || application === null || id.kind !== 'location-entity') return { fields: {}, body: null };
    const body = applicantEntry({ contactId: id.entityId, contact, application, slots });
    assertFits(body.byteLength, MAX_LIST_BODY_BYTES, 'a pipeline entry');
    return {
      fields: { listKey: newestFirst(application.submittedAt, id.entityId), stage: application.stage },
      body,
    };
  },
};
