import type { EventOf, EventType } from '@fundlens/contracts/event-types';
import type { ReadModelDefinition } from '@fundlens/read-models/definition';
import type { DocumentId, Rendered, SlotChange } from '@fundlens/read-models/document';
import type { Slots, SlotValue, SlotVersion } from '@fundlens/read-models/slot';
import type { Redacted } from '@fundlens/redaction/redact-event';

/** What a projection sees: an event of the latest schema, validated, with every Social Security number gone. */
export type ProjectedEvent<T extends EventType> = Redacted<EventOf<T>>;

/** The same with its type beside it. As a mapped type, so that the compiler keeps type and event together. */
export type TypedEvent<T extends EventType = EventType> = {
  [K in T]: { readonly type: K; readonly event: ProjectedEvent<K> };
}[T];

export type Handlers = {
  readonly [T in EventType]?: (event: ProjectedEvent<T>) => readonly SlotChange[];
};

/** All that rendering may look at. Documents are pure functions of it: no clock, no environment, no other document. */
export type RenderInput = {
  readonly id: DocumentId;
  readonly slots: Slots;
  /** The text of the winning change of this fold, for a model that keeps its text only in the body. */
  readonly payload?: Uint8Array;
};

/**
 * One read model as pure functions.
 *
 * `on` says which slots an event changes. It throws InvalidError when the event alone could never be shown, so that
 * whether an event is invalid never depends on what else has arrived.
 * `render` must not throw for slots that `on` has let through.
 */
export type Projection = {
  readonly readModel: ReadModelDefinition;
  readonly on: Handlers;
  readonly render: (document: RenderInput) => Rendered;
  /**
   * The days that a change of the document makes wrong in what is made from it, null when it makes nothing wrong; absent
   * where nothing is made from it. No days: all of what is made from it, and only from it, has to be made anew.
   * @param before the slots before the change; none when there was no document.
   */
  readonly outbox?: (id: DocumentId, before: Slots, after: Slots) => readonly number[] | null;
};

type StatedMeta = SlotVersion & { readonly deleted: boolean };

/** The place of the event's state in its entity's history. */
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
  target: { readonly documentId: DocumentId; readonly slot: string },
  value: (event: E) => SlotValue,
): SlotChange {
  return { ...target, version: versionOf(event), value: event.meta.deleted ? null : value(event) };
}

/**
 * What `slot` holds; null when it is absent or deleted. Slots hold only what the same module's `on` has put there (a
 * change of their shape is a new version of the read model), which is why the type may be stated by the caller.
 */
export function slotValue<Value extends SlotValue>(slots: Slots, slot: string): Value | null {
  return (slots.get(slot)?.value ?? null) as Value | null;
}

/** The live slots named `<prefix>:<id>`, with their ids. */
export function childSlots<Value extends SlotValue>(slots: Slots, prefix: string): { id: string; value: Value }[] {
  const start = `${prefix}:`;
  const children: { id: string; value: Value }[] = [];
  for (const [name, slot] of slots) {
    if (slot.value !== null && name.startsWith(start)) {
      children.push({ id: name.slice(start.length), value: slot.value as Value });
    }
  }
  return children;
}
