import type { AnyEvent } from '@fundlens/contracts/event-types';
import { accessEvents } from './events/access-events.ts';
import { applicantChanged, creditReportStored } from './events/applicant-events.ts';
import { contactEvents, dealEvents, locationEvents } from './events/crm-events.ts';
import { createEventFactory, type EventFactory } from './events/event-factory.ts';
import { fundingPlanEvents, nextStepEvents, underwritingEvents } from './events/funding-events.ts';
import { createRandom } from './random.ts';
import type { DemoTokens } from './tokens.ts';
import type { DemoContact } from './world/contact.ts';
import { createWorld, type DemoLocation, type DemoWorld } from './world/world.ts';

/** How large a demo is: `full` is what `npm start` shows, `small` has one of everything and is for tests. */
export const demoScales = { full: { contacts: 2_400 }, small: { contacts: 120 } } as const;
export type DemoScale = keyof typeof demoScales;

export type DemoOptions = {
  readonly seed: string;
  /** The demo's "now" in epoch milliseconds; every instant of the events lies before it. */
  readonly baseInstant: number;
  readonly tokens: DemoTokens;
  readonly scale: DemoScale;
  /** Of how many times as many contacts it tells; 1 where it is not given. */
  readonly times?: number;
};

export function demoWorld({ seed, baseInstant, scale, times = 1 }: Omit<DemoOptions, 'tokens'>): DemoWorld {
  return createWorld({ seed, baseInstant, contacts: demoScales[scale].contacts * times });
}

/**
 * All events of the demo in the order in which they are published: access first, then each location with its
 * contacts. The same options give the same events, byte for byte, so that publishing them again changes nothing.
 */
export function* demoEvents(options: DemoOptions): Generator<AnyEvent> {
  const { seed, baseInstant, tokens } = options;
  const random = createRandom(seed);
  yield* accessEvents(createEventFactory(random.fork('access')), baseInstant, tokens);
  for (const location of demoWorld(options).locations) {
    const make = createEventFactory(random.fork(`events/${location.profile.locationId}`));
    yield* locationEvents(make, baseInstant, location);
    for (const contact of location.contacts) {
      const own = random.fork(`events/${contact.person.contactId}`);
      yield* contactEvents(make, own, contact.person);
      yield* dealEvents(make, own, { contact, location, baseInstant });
      yield* applicationEvents(make, contact);
    }
  }
}

function* applicationEvents(make: EventFactory, { person, application }: DemoContact): Generator<AnyEvent> {
  if (application === null) return;
  const file = { person, application };
  for (const report of application.reports) {
    yield creditReportStored(make, { person, file: application.creditFile, report });
  }
  yield* underwritingEvents(make, file);
  yield* fundingPlanEvents(make, file);
  yield applicantChanged(make, file);
  yield* nextStepEvents(make, file);
}

/** A number that the demo wrote into an event, and the contact that it belongs to. */
export type PlantedSsn = {
  /** Nine digits. */
  readonly ssn: string;
  readonly locationId: string;
  readonly contactId: string;
};

/** Every Social Security number that stands somewhere in the demo's events: none may be found behind the redactor. */
export function plantedSsns(options: Omit<DemoOptions, 'tokens'>): PlantedSsn[] {
  const isPlanted = ({ person, application }: DemoContact) =>
    person.crmSsn !== null ||
    person.customFields.some(({ valueJson }) => valueJson.replaceAll(/\D/g, '').includes(person.ssn)) ||
    (application?.reports.length ?? 0) > 0;
  return demoWorld(options).locations.flatMap((location: DemoLocation) =>
    location.contacts
      .filter(isPlanted)
      .map(({ person: { ssn, locationId, contactId } }) => ({ ssn, locationId, contactId })),
  );
}
