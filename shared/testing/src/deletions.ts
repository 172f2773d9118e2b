import { definitionOf, type EventMeta, type EventType } from '@fundlens/contracts/event-types';
import { assemble, type Fields, type Identity, identityNames, type Typed, uuidOf } from './event-identity.ts';

/** The deletion of the same entity, one version on unless `meta` says otherwise, without any field beside identity. */
export function deletionOf<T extends EventType>(typed: Typed<T>, meta: Partial<EventMeta> = {}): Typed<T> {
  const { eventId, version } = typed.event.meta;
  return emptied(typed, { version: version + 1, eventId: uuidOf(`${eventId}:deletion`), ...meta });
}

/** The same event as a deletion that carries nothing beside its identity. */
export function emptied<T extends EventType>(typed: Typed<T>, meta: Partial<EventMeta> = {}): Typed<T> {
  const { type, event } = typed;
  return assemble<T>(type, {
    meta: { ...event.meta, ...meta, deleted: true },
    identity: identityOf(typed),
    fields: noFields(type as T),
  });
}

function identityOf<T extends EventType>({ event, type }: Typed<T>): Identity<T> {
  const names = identityNames(type) as (keyof typeof event)[];
  return Object.fromEntries(names.map((name) => [name, event[name]])) as unknown as Identity<T>;
}

/** What a deletion carries beside its identity: nothing. */
function noFields<T extends EventType>(type: T): Fields<T> {
  const identity = new Set(['meta', ...identityNames(type)]);
  const others = definitionOf(type).avro.fields.filter(({ name }) => !identity.has(name));
  return Object.fromEntries(
    others.map(({ name, default: empty }) => [name, Array.isArray(empty) ? [] : empty]),
  ) as unknown as Fields<T>;
}
