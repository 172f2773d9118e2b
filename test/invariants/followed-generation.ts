import type { Affirmation } from '@fundlens/projection/consumer/affirmations';
import { type DocumentChange, foldDocument, storedChangesOf } from '@fundlens/projection/fold/fold';
import { CHANGED_MODELS, type ChangedModel } from '@fundlens/query/queries/change-walk';
import { type ChangedEntity, changedEntities, type StoredChanges } from '@fundlens/read-models/changed-entity';
import type { DocumentId } from '@fundlens/read-models/document';
import { makeSlot, type Slot } from '@fundlens/read-models/slot';

type Held = {
  readonly id: DocumentId;
  readonly slots: ReadonlyMap<string, Slot>;
  readonly changes: StoredChanges | null;
};
/** What one projector has made of the logs. */
export type Generation = {
  readonly number: number;
  readonly documents: Map<string, Held>;
  readonly positions: number[];
  readonly asOf: (number | null)[];
  readonly affirmed: (readonly Affirmation[])[];
};

/** Each kind of entity has its own. */
export const PARTITIONS = 4;

export function newGeneration(number: number): Generation {
  return {
    number,
    documents: new Map(),
    positions: Array.from({ length: PARTITIONS }, () => 0),
    asOf: Array.from({ length: PARTITIONS }, () => null),
    affirmed: Array.from({ length: PARTITIONS }, () => []),
  };
}

export function fold({ documents }: Generation, change: DocumentChange): void {
  const { readModel, documentId: id } = change;
  const key = `${readModel.name}/${entityOf(id)}`;
  const held = documents.get(key);
  const update = foldDocument(
    readModel,
    held === undefined ? null : { slots: held.slots, revision: 1, slotBytes: 0, viewsVersion: readModel.viewsVersion },
    [change],
  );
  if (update === null) return;
  documents.set(key, { id, slots: update.slots, changes: storedChangesOf(readModel, { id, slots: update.slots }) });
}

/** What the API shows of each entity that is there; of another generation nothing is believed. */
export function stateOf({ number, documents }: Generation): Map<string, string> {
  const states = new Map<string, string>();
  for (const { id, slots, changes } of documents.values()) {
    const all = [...slots].map(([name, slot]) => [name, makeSlot(slot, slot.value)] as const);
    for (const entity of changedEntities(entityOf(id), changes?.changes ?? '[]')) {
      if (!entity.isLive) continue;
      const own = all.filter(([name]) => entity.type === 'deal' || belongs(entity, name));
      states.set(nameOf(entity), JSON.stringify([number, own.sort(([a], [b]) => (a < b ? -1 : 1))]));
    }
  }
  return states;
}

function belongs({ type, id }: ChangedEntity, slot: string): boolean {
  switch (type) {
    case 'contact':
      return slot === 'contact';
    case 'application':
      return slot === 'application' || slot === 'contact';
    case 'nextSteps':
      return slot === 'next-steps';
    default:
      return slot === `${type === 'fundingPlan' ? 'plan' : 'result'}:${id}`;
  }
}

export function nameOf({ type, id }: ChangedEntity): string {
  return `${type} ${id}`;
}

export function entityOf(id: DocumentId): string {
  return id.kind === 'location-entity' ? id.entityId : '';
}

export function modelOf(id: DocumentId): ChangedModel {
  return entityOf(id).startsWith('d') ? CHANGED_MODELS[1] : CHANGED_MODELS[0];
}

export function isOf(contactId: string, id: DocumentId, slot: string): boolean {
  return modelOf(id) === 'contacts' ? entityOf(id) === contactId : slot === `deal:${contactId}`;
}

/** As the eraser has it. */
export function isErasedAhead({ eventId, value, at = 0, late }: Slot, startedAt: number): boolean {
  return value === null && eventId === 'erased' && late === true && at > startedAt;
}
