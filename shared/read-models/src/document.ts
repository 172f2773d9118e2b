import type { Binary } from 'mongodb';
import type { Slot, Slots, SlotValue, SlotVersion } from './slot.ts';

/** A field that queries filter or sort by. */
export type IndexValue = string | number | boolean | null | readonly string[] | readonly number[];

/** What a read model shows of its slots: the indexed fields and the finished JSON text of the API representation. */
export type Rendered = {
  /** Absent keys are absent in the document: that is how a deleted entity leaves a list. */
  readonly fields: Readonly<Record<string, IndexValue>>;
  /** UTF-8 JSON; null when the entity is not to be shown (deleted, or its parent is not known yet). */
  readonly body: Uint8Array | null;
};

/** One slot's new state for one document, as plain data: what a projection says of an event. */
export type SlotChange = {
  readonly documentId: DocumentId;
  readonly slot: string;
  readonly version: SlotVersion;
  readonly value: SlotValue;
  /**
   * Text too large to be kept twice (a credit report): it lives only in the rendered body, its digest in the slot's
   * value. Only read models whose documents have a single slot may use it.
   */
  readonly payload?: Uint8Array;
};

/** Who a document belongs to; becomes `_id` and the tenant fields. */
export type DocumentId =
  | { readonly kind: 'location-entity'; readonly locationId: string; readonly entityId: string }
  | {
      readonly kind: 'fact-source';
      readonly locationId: string;
      readonly source: FactSource;
      /** None for the location itself; those of plans and deals begin with their contact's. */
      readonly ids: readonly string[];
    }
  | { readonly kind: 'location'; readonly locationId: string }
  | { readonly kind: 'company'; readonly companyId: string }
  | { readonly kind: 'credential'; readonly credentialId: string };

/** What contributes facts to the dashboard of a location. */
export type FactSource = 'contact' | 'plan' | 'deal' | 'location';

/**
 * `_id` of a document. Ids cannot contain `:`, so `<locationId>:<entityId>` names exactly one entity of one location,
 * and begins with the location that a query has checked (invariant 4).
 */
export function documentKey(id: DocumentId): string {
  switch (id.kind) {
    case 'location-entity':
      return `${id.locationId}:${id.entityId}`;
    case 'fact-source':
      return [id.locationId, id.source, ...id.ids].join(':');
    case 'location':
      return id.locationId;
    case 'company':
      return id.companyId;
    case 'credential':
      return id.credentialId;
  }
}

/** The tenant fields that every document of that kind carries from its identity, not from its content. */
export function tenantFields(id: DocumentId): { readonly locationId?: string; readonly entityId?: string } {
  if (id.kind === 'location-entity') return { locationId: id.locationId, entityId: id.entityId };
  if (id.kind === 'location' || id.kind === 'fact-source') return { locationId: id.locationId };
  return {};
}

/** A slot as stored: the name beside the state. An array, because ids may hold `.` and spell names of Object.prototype. */
export type StoredSlot = Slot & { readonly slot: string };

/** A read-model document as MongoDB holds it. */
export type StoredDocument = {
  readonly _id: string;
  readonly slots: readonly StoredSlot[];
  /** Grows by one with every write; the compare-and-swap guard. Documents are never removed, so it never repeats. */
  readonly revision: number;
  readonly body: Binary | null;
  readonly [field: string]: unknown;
};

/**
 * What a change of a document leaves to be done elsewhere, stored by the same write: the days that its location's window
 * document has to recount, and when (epoch milliseconds) the log took the first event that is not counted yet. Whoever has
 * done it removes both where the revision is still the one whose days it has counted.
 */
export type Outbox = { readonly dirtyDays: readonly number[]; readonly dirtySince: number };

export function slotsOf(stored: readonly StoredSlot[]): Map<string, Slot> {
  return new Map(stored.map(({ slot, ...state }) => [slot, state]));
}

/** Sorted by name, so that equal slots are stored equally. */
export function storedSlots(slots: Slots): StoredSlot[] {
  return [...slots].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([slot, state]) => ({ slot, ...state }));
}
