import { hash } from 'node:crypto';
import { definitionOf, type EventOf, type EventType } from '@fundlens/contracts/event-types';
import type { Redacted } from '@fundlens/redaction/event-shape';

/** What an identity has beside ids that are never empty: the scope of a credential's key follows from its reach. */
const scopeNames: { readonly [T in EventType]?: readonly string[] } = {
  CredentialChanged: ['reach', 'companyId', 'locationId'],
};

/** The fields that say which entity an event is about, in the order of the schema. Not even a deletion leaves them out. */
export function identityNames(type: EventType): string[] {
  const ofScope = scopeNames[type] ?? [];
  return definitionOf(type)
    .avro.fields.filter(({ name, default: fallback }) => fallback === undefined || ofScope.includes(name))
    .map(({ name }) => name)
    .filter((name) => name !== 'meta');
}

/** One event with its type, as publisher, codec and projections take it. */
export type Typed<T extends EventType = EventType> = { [K in T]: { readonly type: K; readonly event: EventOf<K> } }[T];

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
