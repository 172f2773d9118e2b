import type { EventType } from '@fundlens/contracts/event-types';
import { type StoredChanges, storedChanges } from '@fundlens/read-models/changed-entity';
import type { ReadModelDefinition, RenderInput, View } from '@fundlens/read-models/definition';
import type { DocumentContent, IndexFields, IndexValue, SlotChange } from '@fundlens/read-models/document';
import type { Subject } from '@fundlens/read-models/erasure';
import {
  assertFits,
  MAX_DOCUMENT_BYTES,
  maxDocumentBytes,
  maxValueBytes,
  SMALL_SLOTS_BYTES,
  slotBytes,
} from '@fundlens/read-models/document-size';
import {
  type ChangeTime,
  kindOf,
  makeSlot,
  mergeSlot,
  NO_SLOTS,
  type Slot,
  type Slots,
} from '@fundlens/read-models/slot';
import type { Handlers, Projection, TypedEvent } from '../projections/projection.ts';

/** What an event changes in a document of a read model. */
export type DocumentChange = SlotChange & { readonly readModel: ReadModelDefinition };

/** All changes of one event. Its identity names the event within a batch. */
export type EventChanges = {
  /** Epoch milliseconds at which the log took it. */
  readonly appendedAt: number;
  readonly documents: readonly DocumentChange[];
  /** The subject of the event; null where none could ask to be erased: companies, credentials, installations. */
  readonly subject: Subject | null;
};

/** A document as the writer knows it: without views and index fields, which no fold needs. */
export type LoadedDocument = {
  readonly slots: Slots;
  readonly revision: number;
  /** Of the definition that rendered it. */
  readonly viewsVersion: number;
  /** About what the slots take in BSON. */
  readonly slotBytes: number;
};

/**
 * What a fold changes of a document: only what differs, or may differ, from what is stored. Slots that did not change are
 * not written again, and views and index fields that read none of the changed slots are not rendered again.
 */
export type DocumentUpdate = {
  /** All slots after the change. */
  readonly slots: Slots;
  readonly slotBytes: number;
  /** Names of those that changed; empty where the document is only rendered anew. */
  readonly changedSlots: ReadonlySet<string>;
  /** Of the definition. */
  readonly viewsVersion: number;
  /** Undefined: the field is not there any more. */
  readonly fields: ReadonlyMap<string, IndexValue | undefined>;
  /** Null: the view shows nothing any more. */
  readonly views: ReadonlyMap<string, Uint8Array | null>;
  /** Null: clients are told nothing of documents of this model. */
  readonly changes: StoredChanges | null;
};

/**
 * What `projected` changes: of a read model one document at most.
 * @param at when clients are told of it, in epoch milliseconds.
 * @throws InvalidError when the event alone could never be shown.
 */
export function changesOf<T extends EventType>(
  projections: readonly Projection[],
  projected: TypedEvent<T>,
  at: number,
): DocumentChange[] {
  const changes: DocumentChange[] = [];
  for (const { readModel, on } of projections) {
    const change = slotChangeOf(on, projected);
    if (change === null) continue;
    assertFitsAlone(readModel, change);
    changes.push({ ...change, readModel, time: { at } });
  }
  return changes;
}

/** What a document weighs beside its only child: the contact's slot and views, brackets. Generous. */
const FRAME_BYTES = 512 * 1024;
/** JSON spells a byte of UTF-8 with at most six, and a view shows a value at most twice. */
const MAX_VIEW_BYTES_PER_BYTE = 2 * 6;
/** Names of members and brackets of a view take less. */
const VIEW_FRAME_BYTES = 1_024;

/** @throws InvalidError `document_too_large` when a document, or a view, of this slot alone would be too large. */
function assertFitsAlone(readModel: ReadModelDefinition, change: SlotChange): void {
  const { documentId: id, slot, version, value } = change;
  const bytes = maxValueBytes(value);
  const alone = () => ({ ...change, id, slots: new Map([[slot, makeSlot(version, value)]]) });
  for (const view of readModel.views) {
    const { maxBytes, reads } = view;
    if (maxBytes === undefined || bytes * MAX_VIEW_BYTES_PER_BYTE + VIEW_FRAME_BYTES <= maxBytes) continue;
    if (!reads.includes(kindOf(slot))) continue;
    assertFits(view.render(alone())?.byteLength ?? 0, maxBytes, view.name);
  }
  if (bytes > SMALL_SLOTS_BYTES) {
    assertFits(maxDocumentBytes(contentOf(readModel, alone())), MAX_DOCUMENT_BYTES - FRAME_BYTES, kindOf(slot));
  }
}

/** Annotated by the type parameter alone, which is how the compiler sees that handler and event belong together. */
function slotChangeOf<T extends EventType>(on: Handlers, { type, event }: TypedEvent<T>): SlotChange | null {
  const handler: Handlers[T] = on[type];
  return handler === undefined ? null : handler(event);
}

/**
 * Folds `changes`, all of one document, into what was loaded of it (null: it does not exist yet).
 *
 * @returns what differs afterwards, or null when nothing outranks what is there and nothing has to be written.
 * @throws InvalidError `document_too_large` when the sum of what the document has collected would not fit.
 */
export function foldDocument(
  readModel: ReadModelDefinition,
  loaded: LoadedDocument | null,
  changes: readonly SlotChange[],
): DocumentUpdate | null {
  const before = loaded?.slots ?? NO_SLOTS;
  const slots = new Map<string, Slot>(before);
  const changed = new Set<string>();
  let last: SlotChange | null = null;
  for (const change of changes) {
    if (!mergeSlot(slots, change.slot, slotOf(readModel, change))) continue;
    changed.add(change.slot);
    last = change;
  }
  if (last === null) return null;
  // It carries the payload: a model with payloads has one slot, where each winner outranks the one before.
  const { documentId: id, payload } = last;
  return updateOf(readModel, { id, slots, ...(payload && { payload }) }, loaded, changed);
}

const UNTIMED: ChangeTime = { at: 0 };

/** Without a time where the model is not part of `/changes`: a slot is then the same for every record of one event. */
export function slotOf({ changes }: ReadModelDefinition, { version, value, time }: SlotChange): Slot {
  return makeSlot(version, value, changes === undefined ? null : (time ?? UNTIMED));
}

/** What differs of a document after `changedSlots` have; after none of them all, where another definition has rendered it. */
export function updateOf(
  readModel: ReadModelDefinition,
  input: RenderInput,
  loaded: LoadedDocument | null,
  changedSlots: ReadonlySet<string> = new Set(),
): DocumentUpdate {
  const { slots } = input;
  const before = loaded?.slots ?? NO_SLOTS;
  const changed = changedKinds(changedSlots, before, slots);
  let bytes = loaded?.slotBytes ?? 0;
  for (const name of changedSlots) bytes += bytesIn(slots, name) - bytesIn(before, name);
  if (bytes > SMALL_SLOTS_BYTES) {
    assertFits(maxDocumentBytes(contentOf(readModel, input)), MAX_DOCUMENT_BYTES, `a document of ${readModel.name}`);
  }
  // Rendered by another definition: everything is rendered, whatever changed.
  const isStale = loaded !== null && loaded.viewsVersion !== readModel.viewsVersion;
  const fields = new Map<string, IndexValue | undefined>();
  const views = new Map<string, Uint8Array | null>();
  if (readModel.fields !== undefined) setFields(fields, readModel.fields.names, readModel.fields.of(input));
  for (const view of readModel.views) {
    if (!isStale && !readsAnyOf(view, changed)) continue;
    const isSame = !isStale && view.index?.isSame?.(before, slots) === true;
    if (view.index !== undefined && !isSame) setFields(fields, view.index.names, view.index.of(input));
    views.set(view.name, view.render(input));
  }
  return {
    slots,
    slotBytes: bytes,
    changedSlots,
    viewsVersion: readModel.viewsVersion,
    fields,
    views,
    changes: storedChangesOf(readModel, input),
  };
}

/** What `/changes` shows of a document; null: nothing. */
export function storedChangesOf(
  { changes }: ReadModelDefinition,
  { id, slots }: Pick<RenderInput, 'id' | 'slots'>,
): StoredChanges | null {
  return changes === undefined || id.kind !== 'location-entity'
    ? null
    : storedChanges(id.entityId, changes({ id, slots }));
}

/** Kinds of the slots that a change has changed, and of those that came or went with it. */
type ChangedKinds = { readonly kinds: ReadonlySet<string>; readonly cameOrWent: ReadonlySet<string> };

export function changedKinds(changedSlots: Iterable<string>, before: Slots, after: Slots): ChangedKinds {
  const [kinds, cameOrWent] = [new Set<string>(), new Set<string>()];
  for (const name of changedSlots) {
    const kind = kindOf(name);
    kinds.add(kind);
    if (isLive(before, name) !== isLive(after, name)) cameOrWent.add(kind);
  }
  return { kinds, cameOrWent };
}

/** Whether what reads these slots may differ after the change. */
export function readsAnyOf(
  { reads, readsLifeOf = [] }: Pick<View, 'reads' | 'readsLifeOf'>,
  { kinds, cameOrWent }: ChangedKinds,
): boolean {
  return reads.some((kind) => kinds.has(kind)) || readsLifeOf.some((kind) => cameOrWent.has(kind));
}

function isLive(slots: Slots, name: string): boolean {
  return (slots.get(name)?.value ?? null) !== null;
}

function bytesIn(slots: Slots, name: string): number {
  const slot = slots.get(name);
  return slot === undefined ? 0 : slotBytes(name, slot);
}

function setFields(fields: Map<string, IndexValue | undefined>, names: readonly string[], given: IndexFields): void {
  for (const name of names) fields.set(name, given[name]);
}

/** All that a document with these slots holds: what it is compared with, and what it is rendered anew to. */
export function contentOf(readModel: ReadModelDefinition, input: RenderInput): DocumentContent {
  const fields: Record<string, IndexValue> = { ...readModel.fields?.of(input) };
  const views = new Map<string, Uint8Array>();
  for (const view of readModel.views) {
    Object.assign(fields, view.index?.of(input));
    const bytes = view.render(input);
    if (bytes !== null) views.set(view.name, bytes);
  }
  return { slots: input.slots, fields, views };
}
