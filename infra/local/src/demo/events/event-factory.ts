import { type EventInput, withDefaults } from '@fundlens/contracts/event-defaults';
import type { AnyEvent, EventType } from '@fundlens/contracts/event-types';
import { uuid } from '../ids.ts';
import type { Random } from '../random.ts';

/** Where and when something changed. `at` is in epoch milliseconds. */
export type Occasion = {
  readonly at: number;
  /** Null for what belongs to a company as a whole. */
  readonly locationId: string | null;
  readonly companyId?: string | null;
  readonly deleted?: boolean;
};

export type EventFactory = <T extends EventType>(
  type: T,
  occasion: Occasion,
  fields: Omit<EventInput<T>, 'meta'>,
) => AnyEvent;

/**
 * Makes events as both platforms publish them. An entity's version is the instant of its change in milliseconds: it only
 * grows, over restarts too, and no state of the last one is kept.
 */
export function createEventFactory(random: Random): EventFactory {
  return (type, { at, locationId, companyId = null, deleted = false }, fields) => {
    const meta = {
      eventId: uuid(random),
      occurredAt: at,
      version: at,
      locationId,
      companyId,
      source: 'fundlens-demo',
      deleted,
    };
    // The type of `fields` is that of `type`; joined with `meta` the compiler can no longer see it.
    const event = withDefaults(type, { meta, ...fields } as EventInput<typeof type>);
    return { type, event } as unknown as AnyEvent;
  };
}
