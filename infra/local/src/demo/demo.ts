import type { AnyEvent } from '@fundlens/contracts/event-types';
import { accessEvents, applicationEvents, contactEvents, dealEvents, eventMaker, locationEvents } from './events.ts';
import { createRandom } from './random.ts';
import type { DemoTokens } from './tokens.ts';
import type { DemoContact, DemoWorld } from './world.ts';

/**
 * All events of the demo in the order in which they are published: access first, then each location with its
 * contacts. The same world and tokens give the same events, byte for byte, so that publishing them again changes nothing.
 */
export function* demoEvents({ seed, baseInstant, locations }: DemoWorld, tokens: DemoTokens): Generator<AnyEvent> {
  yield* accessEvents(eventMaker(createRandom(`${seed}/access`)), baseInstant, tokens);
  for (const location of locations) {
    const random = createRandom(`${seed}/events/${location.place.locationId}`);
    const make = eventMaker(random);
    yield* locationEvents(make, location);
    for (const { person, application } of location.contacts) {
      yield* contactEvents(make, random, person);
      yield* dealEvents(make, random, { ...location, person, application });
      if (application !== null) yield* applicationEvents(make, { person, application });
    }
  }
}

/** A number that the demo wrote into an event, and the contact that it belongs to: none may be found behind the redactor. */
export function plantedSsns({ locations }: DemoWorld): { readonly ssn: string; readonly contactId: string }[] {
  const isPlanted = ({ person, application }: DemoContact) =>
    person.writtenSsn !== null || (application !== null && application.reports.length > 0);
  return locations.flatMap(({ contacts }) => contacts.filter(isPlanted).map(({ person }) => person));
}
