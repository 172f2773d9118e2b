import { documentIdOf } from '@fundlens/projection/writer/stale-documents-store';
import { REPORT } from '@fundlens/read-models/contacts/slots';
import { STORED_REPORT } from '@fundlens/read-models/credit-reports/credit-reports';
import { DEAD_LETTERS, type DeadLetter, type DeadLetterResolution } from '@fundlens/read-models/dead-letter';
import { DEAL } from '@fundlens/read-models/deals/deals';
import { collectionName, OF_NO_LOCATION, type ReadModelName } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { type DocumentId, documentKey, type StoredDocument, slotsOf, storedName } from '@fundlens/read-models/document';
import type { Subject } from '@fundlens/read-models/erasure';
import { type Slots, slotValue } from '@fundlens/read-models/slot';
import { mapMongoErrors, walk } from '@fundlens/runtime/mongodb-errors';
import type { Db, Filter } from 'mongodb';

/** A document that holds something of a subject. */
export type Holding = {
  readonly name: ReadModelName;
  readonly id: DocumentId;
  readonly key: string;
  readonly slots: Slots;
};

const REPORT_SLOT = `${REPORT}:`;
/** The models of which a contact has documents. */
const OF_CONTACT: readonly ReadModelName[] = ['contacts', 'credit_reports', 'deals'];
const OF_LOCATION = readModels
  .filter(({ name, streams }) => streams.length > 0 && !OF_NO_LOCATION.has(name))
  .map(({ name }) => name);
/** Entities of the CRM stream that belong to no contact. */
const NOT_OF_CONTACTS = ['location', 'pipeline', 'custom-field'];

/** Documents of one generation that hold, or held, something of the subject. `db` must read with majority concern. */
export async function* holdingsOf(db: Db, generation: number, subject: Subject): AsyncGenerator<Holding> {
  const reports = await reportsOf(db, generation, subject);
  for (const name of subject.contactId === null ? OF_LOCATION : OF_CONTACT) {
    const projection = { slots: 1, locationId: 1, entityId: 1 };
    const collection = db.collection<StoredDocument>(collectionName(name, generation));
    for await (const document of walk(collection.find(filterOf(name, subject, reports), { projection }))) {
      const slots = slotsOf(document.slots);
      if (name === 'credit_reports' && isOfAnother(slots, subject)) continue;
      yield { name, id: documentIdOf(name, document), key: document._id, slots };
    }
  }
}

/** Keys of the reports that have a slot in the contact's document: a deleted report does not say whose it was. */
async function reportsOf(db: Db, generation: number, { locationId, contactId }: Subject): Promise<string[]> {
  if (contactId === null) return [];
  const contacts = db.collection<StoredDocument>(collectionName('contacts', generation));
  const filter = { _id: keyOf(locationId, contactId), locationId };
  const contact = await mapMongoErrors(() => contacts.findOne(filter, { projection: { slots: 1 } }));
  const names = contact === null ? [] : [...slotsOf(contact.slots).keys()];
  return names
    .filter((name) => name.startsWith(REPORT_SLOT))
    .map((name) => keyOf(locationId, name.slice(REPORT_SLOT.length)));
}

function filterOf(
  name: ReadModelName,
  { locationId, contactId }: Subject,
  reports: readonly string[],
): Filter<StoredDocument> {
  if (contactId === null) return { locationId };
  if (name === 'credit_reports') return { locationId, $or: [{ _id: { $in: [...reports] } }, { contactId }] };
  // Rare, so it has no index of its own: it reads all deals of the location.
  if (name === 'deals') return { locationId, [`slots.${storedName(`${DEAL}:${contactId}`)}`]: { $exists: true } };
  return { _id: keyOf(locationId, contactId), locationId };
}

/** The same id under another contact breaks the contract; that report belongs to the other contact. */
function isOfAnother(slots: Slots, { contactId }: Subject): boolean {
  const report = slotValue(slots, STORED_REPORT);
  return contactId !== null && report !== null && report.contactId !== contactId;
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
