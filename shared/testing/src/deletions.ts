import { definitionOf, type EventMeta, type EventType } from '@fundlens/contracts/event-types';
import { identityNames, type Typed, uuidOf } from './event-identity.ts';

/** The deletion of the same entity, one version on unless `meta` says otherwise, without any field beside identity. */
export function deletionOf<T extends EventType>(typed: Typed<T>, meta: Partial<EventMeta> = {}): Typed<T> {
  const { eventId, version } = typed.event.meta;
  return emptied(typed, { version: version + 1, eventId: uuidOf(`${eventId}:deletion`), ...meta });
}

/** The same event as a deletion that carries nothing beside its identity. */
export function emptied<T extends EventType>(typed: Typed<T>, meta: Partial<EventMeta> = {}): Typed<T> {
  const { type, event } = typed;
  const identity = identityNames(type);
  const fields = definitionOf(type as T).avro.fields.map(({ name, default: fallback }) => {
    const empty = Array.isArray(fallback) ? [] : fallback;
    return [name, identity.includes(name) ? event[name as keyof typeof event] : empty];
  });
  const all = { ...Object.fromEntries(fields), meta: { ...event.meta, ...meta, deleted: true } };
  return { type, event: all } as unknown as Typed<T>;
}
