import { NO_ERASURES } from '@fundlens/projection/erasures/testing/no-erasures';
import { contacts } from '@fundlens/projection/projections/contacts';
import { deals } from '@fundlens/projection/projections/deals';
import { changesOf } from '@fundlens/projection/fold/fold';
import { createRefresher } from '@fundlens/dashboards/refresher';
import { createWindowStore } from '@fundlens/dashboards/window-store';
import { createDocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter } from '@fundlens/projection/writer/document-writer';
import {
  applicantChanged,
  creditReportStored,
  dealChanged,
  fundingPlanChanged,
  underwritingCompleted,
} from '@fundlens/testing/event-builders';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import type { Db } from 'mongodb';

const DAY_MS = 86_400_000;
/** Longer than the longest window, so that every window has all its days. */
const DAYS = 400;
/** Of the events below: application, report, contact with a report, result, plan, its product twice, deal twice. */
const FACTS_OF_A_PERSON = 9;
const PERSONS_AT_ONCE = 200;
const LIMITS = { maxTimeMs: 60_000 };
const withoutPause = async () => undefined;

/**
 * Puts about `facts` facts into the location, spread over the days before `now` (epoch milliseconds), and counts its
 * dashboard: by the projector's own projection, writer and refresher, without the log before them.
 */
export async function fillDashboard(db: Db, locationId: string, facts: number, now: number): Promise<void> {
  const clock = () => now;
  const store = createWindowStore(db, LIMITS);
  const documents = createDocumentStore(db, LIMITS);
  const write = createDocumentWriter({ erasures: NO_ERASURES, store: documents, pauseBeforeRound: withoutPause });
  const persons = Array.from({ length: Math.ceil(facts / FACTS_OF_A_PERSON) }, (_, number) => number);
  while (persons.length > 0) {
    const events = persons.splice(0, PERSONS_AT_ONCE).flatMap((person) => eventsOf(person, locationId, now));
    await write(
      events.map((event) => ({ appendedAt: now, documents: changesOf([contacts, deals], event, 0), subject: null })),
    );
  }
  await createRefresher({ store, clock, pauseBeforeRound: withoutPause })(locationId);
}

function eventsOf(person: number, locationId: string, now: number) {
  const meta = { locationId };
  const contactId = `person-${person}`;
  const at = now - (person % DAYS) * DAY_MS;
  return [
    assumeRedacted(applicantChanged({ meta, contactId, submittedAt: at })),
    assumeRedacted(creditReportStored({ meta, contactId, requestId: `request-${person}`, pulledAt: at })),
    assumeRedacted(underwritingCompleted({ meta, contactId, resultId: `result-${person}`, evaluatedAt: at })),
    assumeRedacted(fundingPlanChanged({ meta, contactId, planId: `plan-${person}`, createdAt: at })),
    assumeRedacted(dealChanged({ meta, contactId, dealId: `deal-${person}`, createdAt: at })),
  ];
}
