import type { EventOf, EventType } from '@fundlens/contracts/event-types';
import {
  type CreditReportShape,
  creditReportShapes,
  formatOf,
  shortReportText,
} from '@fundlens/redaction/testing/credit-report-fixtures';
import * as build from '@fundlens/testing/event-builders';
import { identityNames, type Typed } from '@fundlens/testing/event-identity';
import { dashed } from './ssn-search.ts';
import { putString, type Reading, type StringPlace, stringPlaces } from '@fundlens/contracts/testing/string-places';

/**
 * Events with a Social Security number of its own in every string field of every type, in writings that design §5 must
 * catch at that place, and the list of what was planted.
 */
export type PlantedEvent = {
  /** Names the field and the writing. */
  readonly place: string;
  readonly type: EventType;
  /** May break the rules of the contract: a number does not fit into an enumeration. */
  readonly event: Typed['event'];
  readonly reading: Reading | 'report';
  /** Digits of the numbers that are only in this event. */
  readonly numbers: readonly string[];
};

export const COMPANY = 'company-planted';
export const LOCATION = 'location-planted';

/** Instants and counters of a run look like area numbers 1 and 2; these areas are never issued and never looked like. */
const FIRST_NUMBER = 912_000_047;
/** Spreads the numbers, so that no two share their first or last digits. */
const STEP = 101_557;
/** With a leading zero that is lost where it is stored as a number. */
const ZERO_NUMBER = '031405926';

/** How a number is written at a place of a reading: what design §5 must catch there. */
const writings: Readonly<Record<Reading, readonly ((number: string) => string)[]>> = {
  free: [
    (number) => `said ${dashed(number)} twice`,
    (number) => dashed(number, ' '),
    (number) => `(${dashed(number, '.')})`,
    (number) => `SSN ${dashed(number, '\u2013')}`,
    (number) => `ssn: ${number}`,
  ],
  json: [
    (number) => JSON.stringify(dashed(number)),
    (number) => number,
    (number) => JSON.stringify(number),
    (number) => JSON.stringify({ note: [`it is ${dashed(number, ' ')}`] }),
    (number) => JSON.stringify({ ssn: number }),
  ],
  dropped: [(number) => number, (number) => dashed(number)],
  // Its characters allow no other separators.
  identity: [(number) => dashed(number), (number) => `c-${dashed(number)}`],
  opaque: [(number) => dashed(number), (number) => number],
};

/** Types whose events name a subject by an SSN key: its number must go wherever else it stands in the event. */
const withSubject: { readonly [T in EventType]?: (number: string) => object } = {
  ContactChanged: (number) => ({ ssn: number }),
  CreditReportStored: (number) => ({ report: build.reportBytes({ data: { subjectSocialNum: number } }) }),
};

/** Field by field; every event is about an entity of its own, so that none replaces another. */
export function plantedEvents(): PlantedEvent[] {
  const numbers = numberSource();
  const events = new EventSource();
  const inPlaces = stringPlaces()
    .filter(mayHoldText)
    .flatMap((place) => [
      ...writings[place.reading].map((write) => {
        const number = numbers();
        return events.at(place, { number, text: write(number) });
      }),
      ...subjectsAt(place, numbers, events),
    ]);
  return [...inPlaces, ...creditReportShapes.map((shape) => reportEvent(shape, numbers, events))];
}

/** Of a company's event the location must be null, so that no value of it is ever looked at. */
function mayHoldText({ type, path }: StringPlace): boolean {
  return !(type === 'CompanyChanged' && path === 'meta.locationId');
}

/** The number that an SSN key names, plain, in every other field that is no SSN itself. */
function subjectsAt(place: StringPlace, numbers: () => string, events: EventSource): PlantedEvent[] {
  const named = withSubject[place.type];
  if (named === undefined || place.reading === 'dropped' || place.reading === 'opaque') return [];
  const number = numbers();
  const texts: Record<typeof place.reading, string> = {
    free: `ref ${number}/7`,
    json: JSON.stringify([`ref ${number}`]),
    identity: `c-${number}`,
  };
  return [events.at(place, { number, text: texts[place.reading], overrides: named(number), note: 'subject number' })];
}

/** Each place of the report has a number of its own. */
function reportEvent(shape: CreditReportShape, numbers: () => string, events: EventSource): PlantedEvent {
  const planted: string[] = [];
  const plant = () => {
    // The first one of this shape is a number of JSON, which cannot begin with a zero.
    const number = shape === 'equifax-native' && planted.length === 0 ? ZERO_NUMBER : numbers();
    planted.push(number);
    return number;
  };
  const text = shortReportText(shape, { ssn: plant, variationSsn: plant });
  const overrides = { format: formatOf(shape), bureaus: ['equifax'], report: build.reportBytes(text) };
  const { type, event } = events.usual('CreditReportStored', overrides);
  return { place: `report: ${shape}`, type, event, reading: 'report', numbers: planted };
}

function numberSource(): () => string {
  let next = FIRST_NUMBER;
  return () => {
    const number = String(next);
    next += STEP;
    return number;
  };
}

class EventSource {
  #count = 0;

  /** A complete, valid event about an entity that no other event is about. */
  usual(type: EventType, overrides: object = {}): Typed {
    this.#count += 1;
    const ids = identityNames(type).filter((name) => name.endsWith('Id'));
    const own = Object.fromEntries(ids.map((name) => [name, `${name.replace(/Id$/, '')}-${this.#count}`]));
    return build.buildEvent(type, { ...own, ...scopeOf(type, this.#count), ...overrides } as object);
  }

  at(place: StringPlace, planted: { number: string; text: string; overrides?: object; note?: string }): PlantedEvent {
    const { type, path, reading } = place;
    const { event } = this.usual(type, planted.overrides);
    for (const agreeing of agreeingPaths(event, path)) putString(type, event, { path: agreeing, value: planted.text });
    const note = planted.note === undefined ? '' : `, ${planted.note}`;
    return {
      place: `${type}.${path} as ${planted.text.replaceAll(/\d/g, 'd')}${note}`,
      type,
      event,
      reading,
      numbers: [planted.number],
    };
  }
}

/** Locations and companies are entities too: events about them get one of their own, all others are of one location. */
function scopeOf(type: EventType, own: number): object {
  switch (type) {
    case 'LocationChanged':
      return { meta: { locationId: `location-${own}` } };
    case 'InstallationChanged':
      return { meta: { locationId: `location-${own}`, companyId: `company-${own}` }, companyId: `company-${own}` };
    case 'CompanyChanged':
      return { meta: { locationId: null, companyId: `company-${own}` }, companyId: `company-${own}` };
    case 'CredentialChanged':
      return { meta: { locationId: LOCATION, companyId: COMPANY }, companyId: COMPANY, locationId: LOCATION };
    default:
      return { meta: { locationId: LOCATION, companyId: COMPANY } };
  }
}

/** `meta` must agree with the fields of the same name, or the event is refused before its values are read. */
function agreeingPaths(event: Typed['event'], path: string): string[] {
  const name = path.replace('meta.', '');
  const repeated = (name === 'locationId' || name === 'companyId') && name in event;
  return repeated ? [name, `meta.${name}`] : [path];
}

/** The digits that are searched for, each with the places where it stood. */
export function plantedNumbers(events: readonly PlantedEvent[]): Map<string, string> {
  const numbers = new Map<string, string>();
  for (const { numbers: planted, place } of events) {
    for (const number of planted) numbers.set(number.replace(/^0/, ''), place);
  }
  return numbers;
}

/** So that funding events are shown in the pipeline: their contact, and its application. None for refused events. */
export function companionsOf({ type, event, reading }: PlantedEvent): Typed[] {
  if (reading === 'identity' || !('contactId' in event) || event.meta.locationId !== LOCATION) return [];
  const { contactId } = event as EventOf<'ApplicantChanged'>;
  const usual = { meta: { locationId: LOCATION }, contactId };
  const companions = [build.contactChanged(usual), build.applicantChanged(usual)];
  return companions.filter((companion) => companion.type !== type);
}
