import type { Redacted } from '@fundlens/redaction/event-shape';
import type { z } from 'zod';
import { definitionOf, type EventOf, type EventType } from './event-types.ts';
import { partsOf, traitsOf } from './definition/schema-parts.ts';

/** What an event says of its entity: all its fields but `meta` and those left out. */
export type EventState<T extends EventType, LeftOut extends keyof EventOf<T> = never> = Omit<
  EventOf<T>,
  'meta' | LeftOut
>;

/** The state as a schema, and as it stands in an event. */
export type StateOf<State> = {
  /** In the order of the event's schema. */
  readonly fields: { readonly [Name in keyof State]: z.ZodType<State[Name]> };
  of(event: Redacted<State>): State;
};

/** What a slot of the state holds. */
export type SlotOf<Entity> = Entity extends StateOf<infer State> ? State : never;

/**
 * The state that events of one type tell.
 * @param leftOut the ids that name the entity elsewhere, and every field that redaction drops.
 * @throws TypeError when redaction drops a field that is not left out
 */
export function eventState<T extends EventType, LeftOut extends keyof EventOf<T> & string = never>(
  type: T,
  ...leftOut: readonly LeftOut[]
): StateOf<EventState<T, LeftOut>> {
  const without = new Set<string>(['meta', ...leftOut]);
  const fields = Object.entries(partsOf(definitionOf(type).schema).shape ?? {}).filter(([name]) => !without.has(name));
  for (const [name, schema] of fields) {
    if (traitsOf(schema).redaction === 'dropped') throw new TypeError(`${type}.${name} is dropped: leave it out`);
  }
  const names = fields.map(([name]) => name);
  return {
    fields: Object.fromEntries(fields) as unknown as StateOf<EventState<T, LeftOut>>['fields'],
    of(event) {
      const state: Record<string, unknown> = {};
      for (const name of names) state[name] = (event as Readonly<Record<string, unknown>>)[name];
      return state as EventState<T, LeftOut>;
    },
  };
}
