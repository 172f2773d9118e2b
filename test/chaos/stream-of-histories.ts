import type { Typed } from '@fundlens/testing/event-identity';
import { history } from '@fundlens/testing/history-arbitraries';
import fc from 'fast-check';

/** Every so many histories play in a world of their own; the others meet in the same entities. */
const WORLDS = 60;
/** Histories are made in portions of this many, because how many events they have is not known before. */
const PORTION = 100;

/** The first `count` events of generated histories, spread over many locations; the same for the same seed. */
export function streamOfHistories(count: number, seed: number): Typed[] {
  const events: Typed[] = [];
  for (let portion = 0; events.length < count; portion += 1) {
    for (const [index, published] of fc.sample(history, { numRuns: PORTION, seed: seed + portion }).entries()) {
      const world = (portion * PORTION + index) % WORLDS;
      events.push(...published.map((event) => inWorld(event, world)));
    }
  }
  return events.slice(0, count);
}

/** The same event about the location and company of the same name in another world. */
function inWorld<E extends Typed>({ type, event }: E, world: number): E {
  const named = (id: unknown) => (typeof id === 'string' ? `${id}-w${world}` : id);
  const fields: Record<string, unknown> = {
    ...event,
    meta: { ...event.meta, locationId: named(event.meta.locationId) },
  };
  for (const name of ['locationId', 'companyId']) if (name in fields) fields[name] = named(fields[name]);
  return { type, event: fields } as unknown as E;
}
