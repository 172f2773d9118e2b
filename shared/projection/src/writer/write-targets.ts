import type { ReadModelDefinition, ReadModelName } from '@fundlens/read-models/definition';
import type { DocumentId, Outbox } from '@fundlens/read-models/document';
import { NO_SLOTS } from '@fundlens/read-models/slot';
import {
  changedKinds,
  type DocumentChanges,
  type DocumentUpdate,
  type LoadedDocument,
  readsAnyOf,
} from '../fold/fold.ts';
import { collectionsOf, type WrittenVersions } from '../versions/written-versions.ts';
import type { EventChanges } from './event-changes.ts';

/** One document of the batch, with the events that contribute to it. */
export type Target = {
  readonly readModel: ReadModelDefinition;
  readonly collection: string;
  readonly id: DocumentId;
  readonly key: string;
  contributions: Contribution[];
  loaded: LoadedDocument | null;
};
export type Contribution = {
  readonly event: EventChanges;
  readonly changes: DocumentChanges['changes'];
  /** The event changes other documents, too. */
  readonly isShared: boolean;
};

/** Names a slot among all documents. */
export function slotName({ collection, key }: Target, slot: string): string {
  return `${collection}/${key}/${slot}`;
}

/** Whether an event of the target changes other documents, too. */
export function sharesEvents({ contributions }: Target): boolean {
  return contributions.some(({ isShared }) => isShared);
}

/** The documents that the events change, each once per version. */
export function targetsOf(events: readonly EventChanges[], versions: WrittenVersions): Target[] {
  const byCollection = new Map<string, Map<string, Target>>();
  const collections = new Map<ReadModelName, string[]>();
  for (const event of events) {
    for (const { readModel, id, key, changes } of event.documents) {
      const found = collections.get(readModel.name) ?? collectionsOf(versions, readModel.name);
      collections.set(readModel.name, found);
      const contribution = { event, changes, isShared: event.documents.length > 1 || found.length > 1 };
      for (const collection of found) {
        let targets = byCollection.get(collection);
        if (targets === undefined) {
          targets = new Map();
          byCollection.set(collection, targets);
        }
        const present = targets.get(key);
        if (present !== undefined) present.contributions.push(contribution);
        else targets.set(key, { readModel, collection, id, key, contributions: [contribution], loaded: null });
      }
    }
  }
  return [...byCollection.values()].flatMap((targets) => [...targets.values()]);
}

/** The outbox entry of the change; null: no derived data depends on it. `dirtySince` is when the log took the first event. */
export function outboxOf({ readModel, id, loaded, contributions }: Target, update: DocumentUpdate): Outbox | null {
  const rule = readModel.outbox;
  if (rule === undefined) return null;
  const before = loaded?.slots ?? NO_SLOTS;
  if (!readsAnyOf(rule, changedKinds(update.changedSlots, before, update.slots))) return null;
  const dirtyDays = rule.days(id, before, update.slots);
  if (dirtyDays === null) return null;
  let dirtySince = Number.POSITIVE_INFINITY;
  for (const { event } of contributions) dirtySince = Math.min(dirtySince, event.appendedAt);
  return { dirtyDays, dirtySince };
}
