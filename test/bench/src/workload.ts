import {
  applicantChanged,
  contactChanged,
  creditReportStored,
  fundingPlanChanged,
  nextStepsChanged,
  reportBytes,
  USUAL_INSTANT,
  underwritingCompleted,
} from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';

/** Events for a projector to work off; the same in every run. */
export type Workload = {
  readonly name: string;
  /** One after the other. */
  readonly events: (count: number) => Iterable<Typed>;
};

export const COMPANY = 'company-bench';
export const LOCATIONS = ['location-a', 'location-b', 'location-c', 'location-d'] as const;

/** A location's share of the contacts is more than a page of any size. */
export const locationOf = (number: number) => LOCATIONS[number % LOCATIONS.length] ?? LOCATIONS[0];
export const contactIdOf = (number: number) => `contact-${String(number).padStart(8, '0')}`;

/** States of each contact in a log that is full. */
const HISTORY_STATES = 10;
/** With the usual fields and the envelope, about 600 bytes of Avro. */
const NOTES = 'Prefers to be called in the morning; asked for a line of credit for new ovens. '.repeat(4).trim();
/** A small report; real ones are ten times larger and more. */
const TRADES = Array.from({ length: 40 }, (_, index) => ({
  customerName: `BANK ${index}`,
  accountNumber: `XXXXXXXX${1_000 + index}`,
  balance: 1_000 * index,
  paymentPattern: '11111111111111111111',
}));

/** Trades of a report that has about so many bytes. */
export function tradesOf(bytes: number): typeof TRADES {
  const count = Math.round((bytes * TRADES.length) / JSON.stringify(TRADES).length);
  return Array.from({ length: count }, (_, index) => TRADES[index % TRADES.length]).filter((one) => one !== undefined);
}

function contact(number: number, version: number): Typed {
  return contactChanged({
    meta: { locationId: locationOf(number), version, source: 'crm' },
    contactId: contactIdOf(number),
    firstName: `First${number}`,
    lastName: `Last${number}`,
    email: `person${number}@mail.example`,
    phone: `+1 312 555 ${String(number % 10_000).padStart(4, '0')}`,
    customFields: [{ id: 'notes', valueJson: JSON.stringify(`${NOTES} ${version}`), name: 'Notes' }],
    createdAt: USUAL_INSTANT - number * 1_000,
  });
}

/** So many states of each contact in turns over the whole stream: the first of all contacts, then the second of all. */
export function* contactEvents(count: number, states: number): Generator<Typed> {
  const contacts = Math.ceil(count / states);
  for (let index = 0; index < count; index += 1) yield contact(index % contacts, 1 + Math.floor(index / contacts));
}

export type LiveChange = {
  readonly locationId: string;
  readonly contactId: string;
  readonly version: number;
  readonly event: Typed;
};

/** The changes of a system that only keeps up: one contact after the other, again and again, a version higher each time. */
export function liveChange(index: number, contacts: number): LiveChange {
  const [number, version] = [index % contacts, 1 + Math.floor(index / contacts)];
  const event = contact(number, version);
  return { locationId: locationOf(number), contactId: contactIdOf(number), version, event };
}

/** What an application brings with it, in the shares in which it comes. */
export function applicationOf(number: number): Typed[] {
  const meta = { locationId: locationOf(number) };
  const contactId = contactIdOf(number);
  const report = reportBytes({ data: { subjectName: `PERSON ${number}`, trades: TRADES, models: [{ score: 702 }] } });
  return [
    contact(number, 1),
    applicantChanged({ meta, contactId, submittedAt: USUAL_INSTANT - number * 1_000 }),
    creditReportStored({ meta, contactId, requestId: `request-${number}`, report }),
    underwritingCompleted({ meta, contactId, resultId: `result-${number}`, requestId: `request-${number}` }),
    fundingPlanChanged({ meta, contactId, planId: `plan-${number}` }),
    nextStepsChanged({ meta, contactId }),
    applicantChanged({ meta: { ...meta, version: 2 }, contactId, stage: 'strategy_ready' }),
    contact(number, 2),
  ];
}

function* mixedEvents(count: number): Generator<Typed> {
  for (let number = 0, made = 0; made < count; number += 1) {
    const events = applicationOf(number).slice(0, count - made);
    made += events.length;
    yield* events;
  }
}

export const workloads: readonly Workload[] = [
  { name: 'contacts', events: (count) => contactEvents(count, HISTORY_STATES) },
  { name: 'mixed', events: mixedEvents },
];
