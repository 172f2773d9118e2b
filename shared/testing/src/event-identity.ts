import { hash } from 'node:crypto';
import type { EventMeta, EventOf, EventType } from '@fundlens/contracts/event-types';
import type { Redacted } from '@fundlens/redaction/event-shape';

/** The fields that say which entity an event is about. They are never empty, not even in a deletion. */
type IdentityNames = {
  LocationChanged: never;
  ContactChanged: 'contactId';
  PipelineChanged: 'pipelineId';
  DealChanged: 'dealId' | 'contactId';
  ApplicantChanged: 'contactId';
  CreditReportStored: 'requestId' | 'contactId';
  UnderwritingCompleted: 'resultId' | 'contactId';
  FundingPlanChanged: 'planId' | 'contactId';
  NextStepsChanged: 'contactId';
  CompanyChanged: 'companyId';
  InstallationChanged: 'companyId';
  /** The scope of a credential's key follows from its reach. */
  CredentialChanged: 'credentialId' | 'reach' | 'companyId' | 'locationId';
};

export type Identity<T extends EventType> = Pick<EventOf<T>, IdentityNames[T] & keyof EventOf<T>>;

/** Everything beside meta and identity: what a deletion may leave out. */
export type Fields<T extends EventType> = Omit<EventOf<T>, 'meta' | IdentityNames[T]>;

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
