import { ZONE_CHANGED } from '@fundlens/read-models/dashboards/dashboard-measures';
import { dashboardFacts as readModel } from '@fundlens/read-models/definitions';
import { type DocumentId, documentKey, type FactSource } from '@fundlens/read-models/document';
import type { Slots } from '@fundlens/read-models/slot';
import { daysChanged, daysOf, type Fact, inFixedOrder } from '@fundlens/read-models/dashboards/fact';
import { APPLICATION, applicationSlot, contactFacts, REPORT, RESULT, reportSlot, resultSlot } from './contact-facts.ts';
import { DEAL, dealFacts, dealSlot } from './deal-facts.ts';
import { PLAN, planFacts, planSlot } from './plan-facts.ts';
import { type Projection, type RenderInput, slotChange, slotValue } from './projection.ts';

type ProfileSlot = { readonly timezone: string | null };

const PROFILE = 'profile';

/**
 * What each entity contributes to the dashboard of its location: one document per contact (its reports, results and
 * application), per plan and per deal, and one per location for the time zone that its days are counted in.
 * `days` are the days that its facts are found by.
 */
export const dashboardFacts: Projection = {
  readModel,
  on: {
    LocationChanged: (event) => [
      slotChange(
        event,
        { documentId: sourceOf(event, 'location', []), slot: PROFILE },
        ({ timezone }): ProfileSlot => ({ timezone }),
      ),
    ],
    ApplicantChanged: (event) => [
      slotChange(
        event,
        { documentId: sourceOf(event, 'contact', [event.contactId]), slot: APPLICATION },
        applicationSlot,
      ),
    ],
    CreditReportStored: (event) => [
      slotChange(
        event,
        { documentId: sourceOf(event, 'contact', [event.contactId]), slot: `${REPORT}:${event.requestId}` },
        reportSlot,
      ),
    ],
    UnderwritingCompleted: (event) => [
      slotChange(
        event,
        { documentId: sourceOf(event, 'contact', [event.contactId]), slot: `${RESULT}:${event.resultId}` },
        resultSlot,
      ),
    ],
    // The same id under another contact is another plan or deal: its history begins anew there.
    FundingPlanChanged: (event) => [
      slotChange(event, { documentId: sourceOf(event, 'plan', [event.contactId, event.planId]), slot: PLAN }, planSlot),
    ],
    DealChanged: (event) => [
      slotChange(event, { documentId: sourceOf(event, 'deal', [event.contactId, event.dealId]), slot: DEAL }, dealSlot),
    ],
  },
  render({ id, slots }) {
    if (id.kind !== 'fact-source') return { fields: {}, body: null };
    if (id.source === 'location') return { fields: { timeZone: timeZoneOf(slots) }, body: null };
    const facts = factsOf({ id, slots });
    if (facts.length === 0) return { fields: {}, body: null };
    return { fields: { days: daysOf(facts) }, body: Buffer.from(JSON.stringify(facts)) };
  },
  outbox(id, before, after) {
    const days = dirtiedDays(id, before, after);
    return days.length === 0 ? null : days;
  },
};

/** The facts of a document: a pure function of its slots, in whatever order they came. */
export function factsOf(document: Pick<RenderInput, 'id' | 'slots'>): Fact[] {
  return inFixedOrder(contributedFacts(document));
}

function contributedFacts({ id, slots }: Pick<RenderInput, 'id' | 'slots'>): Fact[] {
  if (id.kind !== 'fact-source') return [];
  switch (id.source) {
    case 'contact':
      return contactFacts(slots);
    case 'plan':
      return planFacts(slots);
    case 'deal':
      return dealFacts(slots, documentKey(id));
    case 'location':
      return [];
  }
}

/** The facts that a stored document shows; `body` as `render` has made it. */
export function factsIn(body: Uint8Array | null): Fact[] {
  if (body === null) return [];
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString());
}

/** The zone that a location's profile names; null when it names none or is not known yet. */
export function timeZoneOf(slots: Slots): string | null {
  return slotValue<ProfileSlot>(slots, PROFILE)?.timezone ?? null;
}

/**
 * The days that a change of a document makes wrong in its location's window document: those left and those entered.
 * A change of the time zone is named like a day of its own and makes all of them wrong.
 * @param before the document's slots before; none when there was no document.
 */
export function dirtiedDays(id: DocumentId, before: Slots, after: Slots): number[] {
  if (id.kind === 'fact-source' && id.source === 'location') {
    return timeZoneOf(before) === timeZoneOf(after) ? [] : [ZONE_CHANGED];
  }
  return daysChanged(factsOf({ id, slots: before }), factsOf({ id, slots: after }));
}

function sourceOf(
  event: { readonly meta: { readonly locationId: string } },
  source: FactSource,
  ids: readonly string[],
): DocumentId {
  return { kind: 'fact-source', locationId: event.meta.locationId, source, ids };
}
