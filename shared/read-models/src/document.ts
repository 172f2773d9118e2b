import type { Binary } from 'mongodb';
import type { ChangeTime, Slot, Slots, SlotValue, SlotVersion } from './slot.ts';

/** A field that queries filter or sort by. */
export type IndexValue = string | number | boolean | null | readonly string[] | readonly number[];
export type IndexFields = Readonly<Record<string, IndexValue>>;

/** One slot's new state for one document, as plain data: what a projection makes of an event. */
export type SlotChange = {
  readonly documentId: DocumentId;
  readonly slot: string;
  readonly version: SlotVersion;
  readonly value: SlotValue;
  /** Absent: 1970, as of an event that no log has taken. */
  readonly time?: ChangeTime;
  /**
   * Text too large to be kept twice (a credit report): it lives only in the rendered view, its digest in the slot's
   * value. Only read models whose documents have a single slot may use it.
   */
  readonly payload?: Uint8Array;
};

/** The entity that a document shows; becomes `_id` and the tenant fields. */
export type DocumentId =
  | { readonly kind: 'location-entity'; readonly locationId: string; readonly entityId: string }
  | { readonly kind: 'location'; readonly locationId: string }
  | { readonly kind: 'company' | 'credential'; readonly id: string };

/**
 * `_id` of a document. Ids cannot contain `:`, so `<locationId>:<entityId>` names exactly one entity of one location,
 * and begins with the location that a query has checked (invariant 4).
 */
export function documentKey(id: DocumentId): string {
  return id.kind === 'location-entity' ? `${id.locationId}:${id.entityId}` : idOf(id);
}

/** The id of the entity that the document shows. */
export function idOf(id: DocumentId): string {
  if (id.kind === 'location-entity') return id.entityId;
  return id.kind === 'location' ? id.locationId : id.id;
}

/** The entity that a document of the kind `location-entity` shows, by its `_id`. */
export function entityIdOf(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}

/** The location that a document belongs to, by its `_id`; not for companies and credentials, which belong to none. */
export function locationIdOf(key: string): string {
  const end = key.indexOf(':');
  return end === -1 ? key : key.slice(0, end);
}

/** The tenant fields that every document of that kind carries from its identity, not from its content. */
export function tenantFields(id: DocumentId): { readonly locationId?: string; readonly entityId?: string } {
  if (id.kind === 'location-entity') return { locationId: id.locationId, entityId: id.entityId };
  return id.kind === 'location' ? { locationId: id.locationId } : {};
}

/**
 * What a document holds apart from identity and bookkeeping: a pure function of its slots. Equality of documents is
 * equality of this (design §2).
 */
export type DocumentContent = {
  readonly slots: Slots;
  /** Fields that are absent here are absent in the document: that is how a deleted entity leaves a list. */
  readonly fields: IndexFields;
  /** By view the UTF-8 JSON of its API representation; a view that shows nothing is absent. */
  readonly views: ReadonlyMap<string, Uint8Array>;
};

/** A read-model document as MongoDB holds it. */
export type StoredDocument = {
  readonly _id: string;
  readonly locationId?: string;
  readonly entityId?: string;
  /** By `storedName`. */
  readonly slots: Readonly<Record<string, Slot>>;
  readonly views: Readonly<Record<string, Binary>>;
  /** Of the definition that its views and index fields were rendered with. */
  readonly viewsVersion: number;
  /** Grows by one with every write; the compare-and-swap guard. Documents are never removed, so it never repeats. */
  readonly revision: number;
  readonly [field: string]: unknown;
};

/**
 * Work that a change of a document leaves for derived data, stored by the same write: the days that its location's window
 * document has to recount, and when (epoch milliseconds) the log took the first event that is not counted yet. The worker
 * removes both after its work if the document still has the revision that it has counted.
 */
export type Outbox = { readonly dirtyDays: readonly number[]; readonly dirtySince: number };

/** The fields of the document that hold its outbox. */
export const OUTBOX_FIELDS = ['dirtyDays', 'dirtySince', 'dirtyKey'] as const;

const SINCE_DIGITS = 16;

/**
 * `dirtyKey` of a document with an outbox: its location and `dirtySince`, so that one small index finds the dirty documents
 * of a location, longest waiting first.
 */
export function dirtyKey(locationId: string, dirtySince: number): string {
  return `${locationId}:${String(dirtySince).padStart(SINCE_DIGITS, '0')}`;
}

/** The range of `dirtyKey` with all dirty documents of the location. */
export function dirtyKeysOf(locationId: string): { readonly $gte: string; readonly $lt: string } {
  // The semicolon is the character after the colon.
  return { $gte: `${locationId}:`, $lt: `${locationId};` };
}

/** The fields that an outbox is stored in; `dirtyKey` where the document belongs to a location. */
export function outboxFields({ locationId }: { readonly locationId?: string }, outbox: Outbox) {
  const { dirtyDays, dirtySince } = outbox;
  return { dirtyDays, dirtySince, ...(locationId === undefined ? {} : { dirtyKey: dirtyKey(locationId, dirtySince) }) };
}

/** Ids hold dots, which paths of fields cannot; they hold no slash. */
export function storedName(slotName: string): string {
  return slotName.includes('.') ? slotName.replaceAll('.', '/') : slotName;
}

export function slotsOf(stored: StoredDocument['slots']): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  for (const name of Object.keys(stored)) slots.set(name.replaceAll('/', '.'), stored[name] as Slot);
  return slots;
}

/** Sorted by name, so that equal slots are inserted equally. */
export function storedSlots(slots: Slots): Record<string, Slot> {
  const stored: Record<string, Slot> = {};
  for (const name of [...slots.keys()].sort()) stored[storedName(name)] = slots.get(name) as Slot;
  return stored;
}
