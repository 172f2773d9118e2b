import type { ReadModelDefinition } from '@fundlens/read-models/definition';
import {
  type DocumentContent,
  type DocumentId,
  type IndexValue,
  slotsOf,
  type StoredDocument,
  storedName,
} from '@fundlens/read-models/document';
import type { TypedEvent } from '../../projections/projection.ts';
import { projections } from '../../projections/projections.ts';
import { changesOf, type DocumentUpdate, foldDocument, type LoadedDocument } from '../fold.ts';
import { referenceKey } from './reference-fold.ts';

/**
 * A document as partial writes leave it, without a database: each write sets and removes only what its update names.
 */
export type DocumentImage = {
  /** By stored name. */
  readonly slots: StoredDocument['slots'];
  readonly slotBytes: number;
  readonly fields: Readonly<Record<string, IndexValue>>;
  readonly views: Readonly<Record<string, Uint8Array>>;
  readonly revision: number;
  readonly viewsVersion: number;
};

const ABSENT: DocumentImage = { slots: {}, slotBytes: 0, fields: {}, views: {}, revision: 0, viewsVersion: 0 };

/** The image after the one write that `update` asks for. Of the update's slots only those that changed are taken. */
export function written(image: DocumentImage | null, update: DocumentUpdate): DocumentImage {
  const { slots, fields, views, revision } = image ?? ABSENT;
  return {
    slots: merged(slots, new Map([...update.changedSlots].map((name) => [storedName(name), update.slots.get(name)]))),
    slotBytes: update.slotBytes,
    fields: merged(fields, update.fields),
    views: merged(views, new Map([...update.views].map(([name, bytes]) => [name, bytes ?? undefined]))),
    revision: revision + 1,
    viewsVersion: update.viewsVersion,
  };
}

/** What the writer loads of it. */
export function loaded(image: DocumentImage | null): LoadedDocument | null {
  if (image === null) return null;
  const { revision, viewsVersion, slotBytes } = image;
  return { slots: slotsOf(image.slots), revision, viewsVersion, slotBytes };
}

export function contentIn(image: DocumentImage): DocumentContent {
  return { slots: slotsOf(image.slots), fields: image.fields, views: new Map(Object.entries(image.views)) };
}

/** What a batch did to one document; without an update it was not written, and the image is the one before. */
export type Step = {
  readonly key: string;
  readonly readModel: ReadModelDefinition;
  readonly id: DocumentId;
  readonly before: DocumentImage | null;
  readonly update: DocumentUpdate | null;
  readonly after: DocumentImage | null;
};

/** How the writer works, without a database: each document that the batch touches is loaded, folded and written once. */
export function applyBatch(images: Map<string, DocumentImage>, batch: readonly TypedEvent[]): Step[] {
  const touched = batch.flatMap((event) => changesOf(projections, event, 0));
  const byDocument = Map.groupBy(touched, ({ readModel, documentId }) => referenceKey(readModel, documentId));
  return [...byDocument].flatMap(([key, changes]): Step[] => {
    const [first] = changes;
    if (first === undefined) return [];
    const { readModel, documentId: id } = first;
    const before = images.get(key) ?? null;
    const update = foldDocument(readModel, loaded(before), changes);
    const after = update === null ? before : written(before, update);
    if (after !== null) images.set(key, after);
    return [{ key, readModel, id, before, update, after }];
  });
}

/** Undefined removes the member. */
function merged<Value>(
  present: Readonly<Record<string, Value>>,
  changes: ReadonlyMap<string, Value | undefined>,
): Record<string, Value> {
  const members = new Map(Object.entries(present));
  for (const [name, value] of changes) {
    if (value === undefined) members.delete(name);
    else members.set(name, value);
  }
  return Object.fromEntries(members);
}
