import type { EventType } from '@fundlens/contracts/event-types';
import {
  type DocumentId,
  documentKey,
  type Outbox,
  type Rendered,
  type SlotChange,
} from '@fundlens/read-models/document';
import { compareSlots, makeSlot, mergeSlot, type Slot, type Slots } from '@fundlens/read-models/slot';
import { FatalError } from '@fundlens/runtime/errors';
import { assertFits, documentBytes, MAX_DOCUMENT_BYTES } from '@fundlens/read-models/document-size';
import type { Handlers, Projection, TypedEvent } from '../projections/projection.ts';

/** What one event, or one batch of events, changes in one document. */
export type DocumentChanges = {
  readonly projection: Projection;
  readonly id: DocumentId;
  /** `_id` of the document. */
  readonly key: string;
  /** Never empty. Their order does not matter. */
  readonly changes: readonly SlotChange[];
};

/** A document as the writer loads it: without body, which no fold needs. */
export type LoadedDocument = { readonly slots: Slots; readonly revision: number; readonly outbox?: Outbox };

/** What a document holds, apart from identity and bookkeeping. Equality of documents is equality of this. */
export type DocumentContent = Rendered & { readonly slots: Slots };

/**
 * What `projected` changes, by read model and document.
 * @throws InvalidError when the event alone could never be shown.
 */
export function changesOf<T extends EventType>(
  projections: readonly Projection[],
  projected: TypedEvent<T>,
): DocumentChanges[] {
  const touched: DocumentChanges[] = [];
  for (const projection of projections) {
    const byKey = new Map<string, SlotChange[]>();
    for (const change of slotChanges(projection.on, projected)) {
      const key = documentKey(change.documentId);
      const present = byKey.get(key);
      if (present === undefined) {
        const changes = [change];
        byKey.set(key, changes);
        touched.push({ projection, id: change.documentId, key, changes });
      } else {
        present.push(change);
      }
    }
  }
  return touched;
}

/** Annotated by the type parameter alone, which is how the compiler sees that handler and event belong together. */
function slotChanges<T extends EventType>(on: Handlers, { type, event }: TypedEvent<T>): readonly SlotChange[] {
  const handler: Handlers[T] = on[type];
  return handler === undefined ? [] : handler(event);
}

/**
 * Folds `changes`, all of one document, into what was loaded of it (null: it does not exist yet).
 *
 * @returns the document's new content, or null when nothing outranks what is there and nothing has to be written.
 * @throws InvalidError `document_too_large` when the sum of what the document has collected would not fit.
 */
export function foldDocument(
  loaded: LoadedDocument | null,
  changes: readonly SlotChange[],
  projection: Projection,
): DocumentContent | null {
  const slots = new Map<string, Slot>(loaded?.slots);
  let changed: SlotChange | undefined;
  for (const change of changes) {
    if (mergeSlot(slots, change.slot, makeSlot(change.version, change.value))) changed = change;
  }
  if (changed === undefined) return null;
  // The last change that won its slot carries the payload: a model with payloads has one slot, and in one slot each
  // winner outranks the one before.
  return contentOf(projection, changed, slots);
}

/**
 * The same, also where nothing outranks what is there: for a document that is not what its slots say. Where a change is
 * the state that the slot has, the slot takes its value too, which the state's hash vouches for.
 *
 * @returns null when none of `changes` is the state of its slot: the document has later ones, and nothing is lowered.
 */
export function renewDocument(
  loaded: LoadedDocument | null,
  changes: readonly SlotChange[],
  projection: Projection,
): DocumentContent | null {
  const slots = new Map<string, Slot>(loaded?.slots);
  const winners = new Map<string, SlotChange>();
  for (const change of changes) {
    const slot = makeSlot(change.version, change.value);
    const present = slots.get(change.slot);
    if (present !== undefined && compareSlots(slot, present) < 0) continue;
    slots.set(change.slot, slot);
    winners.set(change.slot, change);
  }
  const [winner] = winners.values();
  return winner === undefined ? null : contentOf(projection, winner, slots);
}

/** Renders `slots` and checks that the document fits. `change` names the document and carries the payload, if any. */
export function contentOf(projection: Projection, change: SlotChange, slots: Slots): DocumentContent {
  if (change.payload !== undefined && slots.size > 1) {
    throw new FatalError(
      'payload_beside_slots',
      `${projection.readModel.name}: only a document of one slot may use it`,
    );
  }
  const { documentId: id, payload } = change;
  const { fields, body } = projection.render({ id, slots, ...(payload === undefined ? {} : { payload }) });
  const content = { fields, body, slots };
  assertFits(documentBytes(content), MAX_DOCUMENT_BYTES, `a document of ${projection.readModel.name}`);
  return content;
}
