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
  /** Of the events that a run asks for: heavier ones are fewer, so that every workload takes about as long. */
  readonly share: number;
  /** One after the other. */
  readonly events: (count: number) => Iterable<Typed>;
};

export const COMPANY = 'company-bench';
export const LOCATIONS = ['location-a', 'location-b', 'location-c', 'location-d'] as const;

/** A location's share of the contacts is more than a page of any size. */
export const locationOf = (number: number) => LOCATIONS[number % LOCATIONS.length] ?? LOCATIONS[0];
export const contactIdOf = (number: number) => `contact-${String(number).padStart(8, '0')}`;

/** At least so many states of a contact come one after the other over the whole stream. */
const STATES = 2;
/** More of them take disks, not memory. */
const MAX_CONTACTS = 100_000;
/** States of each contact in a history. */
const HISTORY_STATES = 10;
/** Of the events one in about a hundred; shares no factor with the number of contacts, so that it is not always the same ones. */
const REPEATED_EACH = 101;
const SWAPPED_EACH = 50;
/** Different contacts are swapped in each pair of states. */
const PAIR_STEP = 13;
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

function contact(number: number, version: number, locationId: string = locationOf(number)): Typed {
  return contactChanged({
    meta: { locationId, version, source: 'crm' },
    contactId: contactIdOf(number),
    firstName: `First${number}`,
    lastName: `Last${number}`,
    email: `person${number}@mail.example`,
    phone: `+1 312 555 ${String(number % 10_000).padStart(4, '0')}`,
    customFields: [{ id: 'notes', valueJson: JSON.stringify(`${NOTES} ${version}`), name: 'Notes' }],
    createdAt: USUAL_INSTANT - number * 1_000,
  });
}

/** One after the other, however many: a million of them would not be held at once. */
export function* contactEvents(count: number): Generator<Typed> {
  const different = Math.min(MAX_CONTACTS, Math.ceil(count / STATES));
  for (let index = 0; index < count; index += 1) yield contact(index % different, 1 + Math.floor(index / different));
}

/**
 * Ten states of each contact in turns over the whole stream: the first of all contacts, then the second of all. As from a
 * real CRM, 1 % of the events arrive late, after a newer one of the same contact, and 1 % arrive a second time, half of
 * them before and half of them after the next state.
 */
export function* contactHistory(count: number): Generator<Typed> {
  const contacts = Math.ceil(count / HISTORY_STATES);
  const eventAt = (index: number) => contact(index % contacts, versionAt(index, contacts));
  const [soon, late] = [Math.floor(contacts / 2), Math.floor((3 * contacts) / 2)];
  for (let position = 0; position < count + late; position += 1) {
    if (position < count) yield eventAt(position);
    for (const delay of [soon, late]) {
      const index = position - delay;
      const isRepeated = index >= 0 && index < count && index % REPEATED_EACH === 0;
      if (isRepeated && delay === (index % (2 * REPEATED_EACH) === 0 ? soon : late)) yield eventAt(index);
    }
  }
}

/** Of one pair of neighbouring states in fifty, the newer one comes first: one late event in a hundred. */
function versionAt(index: number, contacts: number): number {
  const [number, state] = [index % contacts, Math.floor(index / contacts)];
  const pair = Math.floor(state / 2);
  const isSwapped = (number + PAIR_STEP * pair) % SWAPPED_EACH === 0;
  return 1 + (isSwapped ? state ^ 1 : state);
}

/** The changes of a system that only keeps up: one contact after the other, again and again, a version higher each time. */
export function liveChange(
  index: number,
  contacts: number,
): { readonly locationId: string; readonly contactId: string; readonly version: number; readonly event: Typed } {
  const [number, version] = [index % contacts, 1 + Math.floor(index / contacts)];
  const event = contact(number, version);
  return { locationId: locationOf(number), contactId: contactIdOf(number), version, event };
}

/** What an application brings with it, in the shares in which it comes. */
export function applicationOf(number: number, locationId: string = locationOf(number)): Typed[] {
  const meta = { locationId };
  const contactId = contactIdOf(number);
  const report = reportBytes({ data: { subjectName: `PERSON ${number}`, trades: TRADES, models: [{ score: 702 }] } });
  return [
    contact(number, 1, locationId),
    applicantChanged({ meta, contactId, submittedAt: USUAL_INSTANT - number * 1_000 }),
    creditReportStored({ meta, contactId, requestId: `request-${number}`, report }),
    underwritingCompleted({ meta, contactId, resultId: `result-${number}`, requestId: `request-${number}` }),
    fundingPlanChanged({ meta, contactId, planId: `plan-${number}` }),
    nextStepsChanged({ meta, contactId }),
    applicantChanged({ meta: { ...meta, version: 2 }, contactId, stage: 'strategy_ready' }),
    contact(number, 2, locationId),
  ];
}

export function* mixedEvents(count: number): Generator<Typed> {
  for (let number = 0, made = 0; made < count; number += 1) {
    const events = applicationOf(number).slice(0, count - made);
    made += events.length;
    yield* events;
  }
}

/** Reports of about so many bytes, of as many contacts. */
export function* largeReports(count: number, bytes: number): Generator<Typed> {
  const copies = Math.floor(bytes / JSON.stringify(TRADES).length);
  const trades = JSON.stringify(Array.from({ length: copies }, () => TRADES).flat());
  for (let number = 0; number < count; number += 1) {
    const report = reportBytes(
      `{"data":{"subjectName":"PERSON ${number}","trades":${trades},"models":[{"score":702}]}}`,
    );
    const meta = { locationId: locationOf(number) };
    yield creditReportStored({ meta, contactId: contactIdOf(number), requestId: `request-${number}`, report });
  }
}

export const contactsWorkload: Workload = { name: 'contacts', share: 1, events: contactHistory };

export const workloads: readonly Workload[] = [contactsWorkload, { name: 'mixed', share: 0.25, events: mixedEvents }];
