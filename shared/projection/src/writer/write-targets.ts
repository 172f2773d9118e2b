import { collectionName, outdatingView, type ReadModelDefinition } from '@fundlens/read-models/definition';
import { type DocumentId, documentKey, type Outbox } from '@fundlens/read-models/document';
import { NO_SLOTS } from '@fundlens/read-models/slot';
import {
  type DocumentChange,
  type DocumentUpdate,
  type EventChanges,
  type LoadedDocument,
  changedKinds,
  readsAnyOf,
} from '../fold/fold.ts';

/** One document of the batch, with the events that contribute to it. */
export type Target = {
  readonly readModel: ReadModelDefinition;
  readonly collection: string;
  readonly id: DocumentId;
  readonly key: string;
  /** Of all documents of all collections. */
  readonly name: string;
  contributions: Contribution[];
  loaded: LoadedDocument | null;
};
export type Contribution = { readonly event: EventChanges; readonly change: DocumentChange };

/** The documents of the generation that the events change, each once. */
export function targetsOf(events: readonly EventChanges[], generation: number): Target[] {
  const targets = new Map<string, Target>();
  for (const event of events) {
    for (const change of event.documents) {
      const contribution = { event, change };
      const { readModel, documentId: id } = change;
      const key = documentKey(id);
      const collection = collectionName(readModel.name, generation);
      const name = `${collection}/${key}`;
      const present = targets.get(name);
      if (present !== undefined) present.contributions.push(contribution);
      else targets.set(name, { readModel, collection, id, key, name, contributions: [contribution], loaded: null });
    }
  }
  return [...targets.values()];
}

/** The outbox entry of the change; null: no derived data depends on it. `dirtySince` is when the log took the first event. */
export function outboxOf({ readModel, id, loaded, contributions }: Target, update: DocumentUpdate): Outbox | null {
  const view = outdatingView(readModel);
  if (view === undefined) return null;
  const before = loaded?.slots ?? NO_SLOTS;
  if (!readsAnyOf(view, changedKinds(update.changedSlots, before, update.slots))) return null;
  const dirtyDays = view.outdates(id, before, update.slots);
  if (dirtyDays.length === 0) return null;
  let dirtySince = Number.POSITIVE_INFINITY;
  for (const { event } of contributions) dirtySince = Math.min(dirtySince, event.appendedAt);
  return { dirtyDays, dirtySince };
}
