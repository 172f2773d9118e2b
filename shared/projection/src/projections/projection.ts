import type { EventOf, EventType } from '@fundlens/contracts/event-types';
import type { ReadModelDefinition } from '@fundlens/read-models/definition';
import type { DocumentId, SlotChange } from '@fundlens/read-models/document';
import type { SlotValue, SlotVersion } from '@fundlens/read-models/slot';
import type { Redacted } from '@fundlens/redaction/redact-event';

/** What a projection sees: an event of the latest schema, validated, with every Social Security number gone. */
export type ProjectedEvent<T extends EventType> = Redacted<EventOf<T>>;

/** The same with its type beside it. As a mapped type, so that the compiler keeps type and event together. */
export type TypedEvent<T extends EventType = EventType> = {
  [K in T]: { readonly type: K; readonly event: ProjectedEvent<K> };
}[T];

export type Handlers = {
  readonly [T in EventType]?: (event: ProjectedEvent<T>) => SlotChange;
};

/**
 * Which slot of a read model each event changes, as pure functions. A handler throws InvalidError when the event alone
 * could never be shown, so that whether an event is invalid never depends on what else has arrived.
 */
export type Projection = {
  readonly readModel: ReadModelDefinition;
  readonly on: Handlers;
};

type StatedMeta = SlotVersion & { readonly deleted: boolean };

/** The position of the event's state in its entity's history. */
export function versionOf(event: { readonly meta: StatedMeta }): SlotVersion {
  const { epoch, version, occurredAt, eventId } = event.meta;
  return { epoch, version, occurredAt, eventId };
}

/**
 * The change that `event` makes to one slot of one document: a deletion empties the slot and keeps its version,
 * whatever fields it still carries.
 */
export function slotChange<E extends { readonly meta: StatedMeta }>(
  event: E,
  documentId: DocumentId,
  slot: string,
  value: (event: E) => SlotValue,
): SlotChange {
  return { documentId, slot, version: versionOf(event), value: event.meta.deleted ? null : value(event) };
}

/** The document of an entity of the location that `event` is of. */
export function entityDocument(
  event: { readonly meta: { readonly locationId: string } },
  entityId: string,
): DocumentId {
  return { kind: 'location-entity', locationId: event.meta.locationId, entityId };
}
