import { documentIdOf } from '@fundlens/projection/writer/stale-documents-store';
import { DEAD_LETTERS, type DeadLetter, type DeadLetterResolution } from '@fundlens/read-models/dead-letter';
import { DEAL } from '@fundlens/read-models/deals/deals';
import { collectionName, OF_NO_LOCATION, type ReadModelName } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { type DocumentId, documentKey, type StoredDocument, slotsOf, storedName } from '@fundlens/read-models/document';
import type { Subject } from '@fundlens/read-models/erasure';
import type { Slots } from '@fundlens/read-models/slot';
import { mapMongoErrors, walk } from '@fundlens/runtime/mongodb-errors';
import type { Db, Filter } from 'mongodb';

/** A document that holds something of a subject. */
export type Holding = {
  readonly name: ReadModelName;
  readonly id: DocumentId;
  readonly key: string;
  readonly slots: Slots;
};

/** The models of which a contact has documents. */
const OF_CONTACT: readonly ReadModelName[] = ['contacts', 'credit_reports', 'deals'];
const OF_LOCATION = readModels
  .filter(({ name, streams }) => streams.length > 0 && !OF_NO_LOCATION.has(name))
  .map(({ name }) => name);
/** Entities of the CRM stream that belong to no contact. */
const NOT_OF_CONTACTS = ['location', 'pipeline', 'custom-field'];

/** Documents of one generation that hold, or held, something of the subject. `db` must read with majority concern. */
export async function* holdingsOf(db: Db, generation: number, subject: Subject): AsyncGenerator<Holding> {
  for (const name of subject.contactId === null ? OF_LOCATION : OF_CONTACT) {
    const projection = { slots: 1, locationId: 1, entityId: 1 };
    const collection = db.collection<StoredDocument>(collectionName(name, generation));
    for await (const document of walk(collection.find(filterOf(name, subject), { projection }))) {
      yield { name, id: documentIdOf(name, document), key: document._id, slots: slotsOf(document.slots) };
    }
  }
}

function filterOf(name: ReadModelName, { locationId, contactId }: Subject): Filter<StoredDocument> {
  // Of a deleted report there is nothing.
  if (name === 'credit_reports') return { locationId, contactId: contactId ?? { $exists: true } };
  if (contactId === null) return { locationId };
  // Rare, so it has no index of its own: it reads all deals of the location.
  if (name === 'deals') return { locationId, [`slots.${storedName(`${DEAL}:${contactId}`)}`]: { $exists: true } };
  return { _id: keyOf(locationId, contactId), locationId };
}

function keyOf(locationId: string, entityId: string): string {
  return documentKey({ kind: 'location-entity', locationId, entityId });
}

export function countDeadLetters(db: Db, subject: Subject): Promise<number> {
  return mapMongoErrors(() => db.collection<DeadLetter>(DEAD_LETTERS).countDocuments(deadLettersOf(subject)));
}

/**
 * Removes the subject's dead letters. Of those that were never applied it keeps the positions, discarded, so that no
 * replay of the log applies them. @returns how many there were.
 */
export async function eraseDeadLetters(db: Db, subject: Subject, resolution: DeadLetterResolution): Promise<number> {
  const deadLetters = db.collection<DeadLetter>(DEAD_LETTERS);
  const nothing = { entity: null, keyHash: null, payload: null, field: null, occurredAt: null };
  const neverApplied = { $and: [deadLettersOf(subject), { status: { $in: ['open' as const, 'discarded' as const] } }] };
  const change = { $set: { ...nothing, status: 'discarded' as const, resolution } };
  const { modifiedCount } = await mapMongoErrors(() => deadLetters.updateMany(neverApplied, change));
  const { deletedCount } = await mapMongoErrors(() => deadLetters.deleteMany(deadLettersOf(subject)));
  return modifiedCount + deletedCount;
}

function deadLettersOf({ locationId, contactId }: Subject): Filter<DeadLetter> {
  // Events of the access stream concern companies and credentials; their dead letters still block.
  const ofLocation: Filter<DeadLetter> = { stream: { $ne: 'access' }, 'entity.scope': locationId };
  if (contactId === null) return ofLocation;
  return { ...ofLocation, 'entity.entity': { $nin: NOT_OF_CONTACTS }, 'entity.ids.0': contactId };
}
