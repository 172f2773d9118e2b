import { MAX_CHILDREN } from '@fundlens/read-models/contact-children';
import type { DocumentId, Rendered, SlotChange } from '@fundlens/read-models/document';
import { newestFirst } from '@fundlens/read-models/list-key';
import type { Slots, SlotValue } from '@fundlens/read-models/slot';
import { assertFits, MAX_DOCUMENT_BYTES, valueBytes } from '@fundlens/read-models/document-size';
import { type JsonObject, jsonBytes } from '@fundlens/read-models/json-body';
import { childSlots, type ProjectedEvent, slotChange, slotValue } from './projection.ts';

/** What the read models of a contact's reports, results, plans and steps share. */

/** Name of the slot that every document about a contact has for the contact itself. */
export const CONTACT = 'contact';

export type Child<Value> = { readonly id: string; readonly value: Value };

/** The document of the contact that `event` is about. */
export function ofContact(event: {
  readonly meta: { readonly locationId: string };
  readonly contactId: string;
}): DocumentId {
  return { kind: 'location-entity', locationId: event.meta.locationId, entityId: event.contactId };
}

/** For documents that show nothing of the contact: the slot says only that it lives. */
export function contactLives(event: ProjectedEvent<'ContactChanged'>): SlotChange {
  return slotChange(event, { documentId: ofContact(event), slot: CONTACT }, () => true);
}

/**
 * The live children of one kind, newest first, then by id, without an instant last: the order of list keys, so that
 * "the latest report" is the same one here and in a query for it.
 */
export function newest<Value extends SlotValue>(
  slots: Slots,
  prefix: string,
  instantOf: (value: Value) => number | null,
): Child<Value>[] {
  return childSlots<Value>(slots, prefix)
    .map((child) => ({ ...child, listKey: newestFirst(instantOf(child.value), child.id) }))
    .sort((a, b) => (a.listKey < b.listKey ? -1 : 1))
    .slice(0, MAX_CHILDREN)
    .map(({ id, value }) => ({ id, value }));
}

/**
 * What a document shows that is found by its contact alone: `content` below the contact's id while the contact or any
 * child lives, else nothing, so that reading this one document tells an empty answer from a missing contact.
 */
export function contactDocument(
  { id, slots }: { readonly id: DocumentId; readonly slots: Slots },
  content: { readonly childLives: boolean; readonly show: () => JsonObject },
): Rendered {
  const known = content.childLives || slotValue<true>(slots, CONTACT) !== null;
  if (!known || id.kind !== 'location-entity') return { fields: {}, body: null };
  return { fields: {}, body: jsonBytes({ contactId: id.entityId, ...content.show() }) };
}

/** What a document weighs beside its only child: tenant fields, the contact's slot, brackets. Generous. */
const FRAME_BYTES = 64 * 1024;

/**
 * `value`, which must fit a document as the contact's only child, as slot and as what is shown of it.
 * @throws InvalidError `document_too_large`
 */
export function fitting<Value extends SlotValue>(value: Value, shown: JsonObject, what: string): Value {
  assertFits(valueBytes(value) + jsonBytes(shown).byteLength, MAX_DOCUMENT_BYTES - FRAME_BYTES, what);
  return value;
}
