import { hash } from 'node:crypto';
import { definitionOf, type EventMeta, type EventOf, type EventType } from '@fundlens/contracts/event-types';
import type { Redacted } from '@fundlens/redaction/event-shape';

/** What an identity has beside ids that are never empty: the scope of a credential's key follows from its reach. */
const scopeNames = { CredentialChanged: ['reach', 'companyId', 'locationId'] } as const satisfies {
  readonly [T in EventType]?: readonly (keyof EventOf<T>)[];
};
type ScopeNames<T> = T extends keyof typeof scopeNames ? (typeof scopeNames)[T][number] : never;

/** Everything that is neither nullable nor a list is an id. */
type IdNames<E> = {
  [K in keyof E]: K extends 'meta' ? never : null extends E[K] ? never : E[K] extends readonly unknown[] ? never : K;
}[keyof E];

type IdentityNames = { [T in EventType]: IdNames<EventOf<T>> | ScopeNames<T> };

/** The fields that say which entity an event is about. They are never empty, not even in a deletion. */
export type Identity<T extends EventType> = Pick<EventOf<T>, IdentityNames[T] & keyof EventOf<T>>;

/** Everything beside meta and identity: what a deletion may leave out. */
export type Fields<T extends EventType> = Omit<EventOf<T>, 'meta' | IdentityNames[T]>;

/** The names of an identity's fields, in the order of the schema. */
export function identityNames(type: EventType): string[] {
  const ofScope: readonly string[] = type in scopeNames ? scopeNames[type as keyof typeof scopeNames] : [];
  return definitionOf(type)
    .avro.fields.filter(({ name, default: fallback }) => fallback === undefined || ofScope.includes(name))
    .map(({ name }) => name)
    .filter((name) => name !== 'meta');
}

/** One event with its type, as publisher, codec and projections take it. */
export type Typed<T extends EventType = EventType> = { [K in T]: { readonly type: K; readonly event: EventOf<K> } }[T];

/** Puts an event together. The parts are checked by their types; that they add up to the event is stated here once. */
export function assemble<T extends EventType>(
  type: T,
  parts: { readonly meta: EventMeta; readonly identity: Identity<T>; readonly fields: Fields<T> },
): Typed<T> {
  const event = { meta: parts.meta, ...parts.identity, ...parts.fields };
  return { type, event } as unknown as Typed<T>;
}

type RedactedEvent<T extends EventType> = { [K in T]: { readonly type: K; readonly event: Redacted<EventOf<K>> } }[T];

/** Takes an event for redacted. Only for events made up here: they hold no number of any person. */
export function assumeRedacted<T extends EventType>(event: Typed<T>): RedactedEvent<T> {
  return event as unknown as RedactedEvent<T>;
}

/** A UUID that is the same for the same text. */
export function uuidOf(text: string): string {
  const digest = hash('sha256', text);
  const parts = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(12, 16), digest.slice(16, 20)];
  return `${parts.join('-')}-${digest.slice(20, 32)}`;
}
