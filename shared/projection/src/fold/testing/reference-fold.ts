import type { ReadModelDefinition } from '@fundlens/read-models/definition';
import { type DocumentContent, type DocumentId, documentKey, type SlotChange } from '@fundlens/read-models/document';
import { compareSlots, makeSlot, type Slot } from '@fundlens/read-models/slot';
import type { Projection, TypedEvent } from '../../projections/projection.ts';
import { projections as allProjections } from '../../projections/projections.ts';
import { changesOf, contentOf } from '../fold.ts';

export type ReferenceDocument = DocumentContent & { readonly readModel: ReadModelDefinition; readonly id: DocumentId };

/** Documents by `<read model>/<_id>`. */
export type ReferenceDocuments = ReadonlyMap<string, ReferenceDocument>;

export function referenceKey({ name }: Pick<ReadModelDefinition, 'name'>, id: DocumentId): string {
  return `${name}/${documentKey(id)}`;
}

/**
 * What the documents must be after `events`, in the plainest way there is: of each slot every state that was ever sent
 * is collected and the highest kept; then each document is rendered once, in full. Writers are compared with this, however
 * they batch, repeat and reorder.
 * @throws InvalidError for an event that could never be shown; those become dead letters and belong to no history.
 */
export function referenceFold(
  events: Iterable<TypedEvent>,
  projections: readonly Projection[] = allProjections,
): ReferenceDocuments {
  const documents = new Map<string, { readModel: ReadModelDefinition; changes: SlotChange[] }>();
  for (const event of events) {
    for (const { readModel, ...change } of changesOf(projections, event, 0)) {
      const key = referenceKey(readModel, change.documentId);
      const document = documents.get(key) ?? { readModel, changes: [] };
      document.changes.push(change);
      documents.set(key, document);
    }
  }
  return new Map([...documents].map(([key, { readModel, changes }]) => [key, rendered(readModel, changes)]));
}

function rendered(readModel: ReadModelDefinition, changes: readonly SlotChange[]): ReferenceDocument {
  const highest = new Map<string, { slot: Slot; change: SlotChange }>();
  for (const change of changes) {
    const slot = makeSlot(change.version, change.value);
    const present = highest.get(change.slot);
    if (present === undefined || compareSlots(slot, present.slot) > 0) highest.set(change.slot, { slot, change });
  }
  const slots = new Map([...highest].map(([name, { slot }]) => [name, slot]));
  const [winner] = highest.values();
  if (winner === undefined) throw new TypeError('a document has at least one change');
  const { documentId: id, payload } = winner.change;
  return { ...contentOf(readModel, { id, slots, ...(payload && { payload }) }), readModel, id };
}
