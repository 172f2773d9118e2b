import { type DocumentId, documentKey, type SlotChange } from '@fundlens/read-models/document';
import { canonicalJson, compareSlots, makeSlot, type Slot } from '@fundlens/read-models/slot';
import { changesOf, contentOf, type DocumentContent } from './fold.ts';
import type { Projection, TypedEvent } from '../projections/projection.ts';
import { projections as allProjections } from '../projections/registry.ts';

export type ReferenceDocument = DocumentContent & { readonly projection: Projection; readonly id: DocumentId };

/** Documents by `<read model>/<_id>`. */
export type ReferenceDocuments = ReadonlyMap<string, ReferenceDocument>;

export function referenceKey(projection: Projection, id: DocumentId): string {
  return `${projection.readModel.name}/${documentKey(id)}`;
}

/**
 * What the documents must be after `events`, in the plainest way there is: of each slot every state that was ever sent
 * is collected and the highest kept; then each document is rendered once. Writers are compared with this, however they
 * batch, repeat and reorder.
 * @throws InvalidError for an event that could never be shown; those become dead letters and belong to no history.
 */
export function referenceFold(
  events: Iterable<TypedEvent>,
  projections: readonly Projection[] = allProjections,
): ReferenceDocuments {
  const documents = new Map<string, { projection: Projection; changes: SlotChange[] }>();
  for (const event of events) {
    for (const { projection, id, changes } of changesOf(projections, event)) {
      const key = referenceKey(projection, id);
      const document = documents.get(key) ?? { projection, changes: [] };
      document.changes.push(...changes);
      documents.set(key, document);
    }
  }
  return new Map([...documents].map(([key, { projection, changes }]) => [key, rendered(projection, changes)]));
}

function rendered(projection: Projection, changes: readonly SlotChange[]): ReferenceDocument {
  const highest = new Map<string, { slot: Slot; change: SlotChange }>();
  for (const change of changes) {
    const slot = makeSlot(change.version, change.value);
    const present = highest.get(change.slot);
    if (present === undefined || compareSlots(slot, present.slot) > 0) highest.set(change.slot, { slot, change });
  }
  const slots = new Map([...highest].map(([name, { slot }]) => [name, slot]));
  const [winner] = highest.values();
  if (winner === undefined) throw new TypeError('a document has at least one change');
  return { ...contentOf(projection, winner.change, slots), projection, id: winner.change.documentId };
}

/**
 * In what two documents differ, in the sense of design §2 (slots, index fields, body; no bookkeeping); null when they
 * are equal. Names the part and never shows content.
 */
export function documentDifference(a: DocumentContent, b: DocumentContent): string | null {
  for (const name of new Set([...a.slots.keys(), ...b.slots.keys()])) {
    const [left, right] = [a.slots.get(name), b.slots.get(name)];
    if (left === undefined || right === undefined) return `slot ${name} is missing on one side`;
    if (compareSlots(left, right) !== 0) return `slot ${name} differs`;
    if (canonicalJson(left.value) !== canonicalJson(right.value)) return `value of slot ${name} differs`;
  }
  for (const name of new Set([...Object.keys(a.fields), ...Object.keys(b.fields)])) {
    if (JSON.stringify(a.fields[name]) !== JSON.stringify(b.fields[name])) return `field ${name} differs`;
  }
  if (a.body === null || b.body === null) return a.body === b.body ? null : 'body is missing on one side';
  return Buffer.compare(a.body, b.body) === 0 ? null : 'body differs';
}
