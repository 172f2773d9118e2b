import type { AnyEvent } from '@fundlens/contracts/event-types';
import { accessEvents, applicationEvents, contactEvents, dealEvents, eventMaker, locationEvents } from './events.ts';
import { createRandom } from './random.ts';
import type { DemoTokens } from './tokens.ts';
import type { DemoWorld } from './world.ts';

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
