import { REPORT } from '@fundlens/read-models/contacts/slots';
import { reportOf } from '@fundlens/read-models/credit-reports/credit-reports';
import { DEAD_LETTERS, type DeadLetter, type DeadLetterResolution } from '@fundlens/read-models/dead-letter';
import { DEAL } from '@fundlens/read-models/deals/slots';
import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import {
  type DocumentId,
  dirtyKeysOf,
  documentKey,
  type StoredDocument,
  slotsOf,
  storedName,
} from '@fundlens/read-models/document';
import type { Subject } from '@fundlens/read-models/erasure';
import type { Slots } from '@fundlens/read-models/slot';
import { documentIdOf } from '@fundlens/projection/writer/stale-documents-store';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db, Filter } from 'mongodb';
import { walk } from '../cursor-walk.ts';

/** A read model in one generation. */
export type ModelDocuments = { readonly name: ReadModelName; readonly generation: number };

/** A document that holds something of a subject. */
export type Holding = {
  readonly id: DocumentId;
  readonly key: string;
  readonly slots: Slots;
};

/** Finds what is stored of a subject, as the majority of the servers has it. */
export type SubjectStore = {
  /** Documents of one model in one generation. `owned`: ids of the contact's own children, see `children`. */
  holdings(version: ModelDocuments, subject: Subject, owned: Owned): AsyncIterable<Holding>;
  /** Ids of reports and deals that the contact ever had, as any of these models names them. */
  children(versions: readonly ModelDocuments[], subject: Subject): Promise<Owned>;
  countDeadLetters(subject: Subject): Promise<number>;
  /**
   * Removes the subject's dead letters. Of those that were never applied it keeps the positions, discarded, so that no
   * replay of the log applies them. @returns how many there were.
   */
  eraseDeadLetters(subject: Subject, resolution: DeadLetterResolution): Promise<number>;
  /** Documents of the subject whose changes the dashboard of its location has not counted yet. */
  uncounted(version: ModelDocuments, subject: Subject, owned: Owned): Promise<number>;
};

export type Owned = { readonly reports: readonly string[]; readonly deals: readonly string[] };

const REPORT_SLOT = `${REPORT}:`;
/** Entities of the CRM stream that belong to no contact. */
const OF_LOCATION = ['location', 'pipeline', 'custom-field'];

/** `db` must read and write with majority concern: see composition-root. */
export function createSubjectStore(db: Db, { maxTimeMs: maxTimeMS }: { readonly maxTimeMs: number }): SubjectStore {
  const collectionOf = ({ name, generation }: ModelDocuments) =>
    db.collection<StoredDocument>(collectionName(name, generation));

  return {
    ...childrenOf(collectionOf, maxTimeMS),
    ...deadLettersOf(db.collection<DeadLetter>(DEAD_LETTERS), maxTimeMS),

    async *holdings(version, subject, owned) {
      const projection = { slots: 1, locationId: 1, entityId: 1 };
      const filter = documentFilter(version.name, subject, owned);
      for await (const document of walk(collectionOf(version).find(filter, { projection, maxTimeMS }))) {
        yield { id: documentIdOf(version.name, document), key: document._id, slots: slotsOf(document.slots) };
      }
    },

    async uncounted(version, subject, owned) {
      if (!DASHBOARD_SOURCES.some((source) => source === version.name)) return 0;
      const dirty = { dirtyKey: dirtyKeysOf(subject.locationId) };
      const filter = { $and: [documentFilter(version.name, subject, owned), dirty] };
      return await mapMongoErrors(() => collectionOf(version).countDocuments(filter, { maxTimeMS }));
    },
  };
}

/** The reports and deals of contacts. */
function childrenOf(
  collectionOf: (version: ModelDocuments) => Collection<StoredDocument>,
  maxTimeMS: number,
): Pick<SubjectStore, 'children'> {
  /** Entity ids of all documents that match. */
  async function entityIds(version: ModelDocuments, filter: Filter<StoredDocument>): Promise<string[]> {
    const options = { projection: { entityId: 1 }, maxTimeMS };
    const found = await mapMongoErrors(() => collectionOf(version).find(filter, options).toArray());
    return found.map(({ entityId }) => String(entityId));
  }

  /** Ids of the reports that have a slot in the contact's document. */
  async function namedReports(version: ModelDocuments, locationId: string, contactId: string): Promise<string[]> {
    const options = { projection: { slots: 1 }, maxTimeMS };
    const _id = documentKey({ kind: 'location-entity', locationId, entityId: contactId });
    const contact = await mapMongoErrors(() => collectionOf(version).findOne({ _id, locationId }, options));
    const names = contact === null ? [] : [...slotsOf(contact.slots).keys()];
    return names.flatMap((name) => (name.startsWith(REPORT_SLOT) ? [name.slice(REPORT_SLOT.length)] : []));
  }

  /** Those of the reports that are stored as another contact's. A deleted report has no contact. */
  async function foreignReports(
    version: ModelDocuments,
    { locationId, contactId }: Subject,
    ids: readonly string[],
  ): Promise<string[]> {
    const options = { projection: { slots: 1, entityId: 1 }, maxTimeMS };
    const filter = { _id: { $in: keysIn(locationId, ids) }, locationId };
    const found = await mapMongoErrors(() => collectionOf(version).find(filter, options).toArray());
    return found.flatMap(({ slots, entityId }) => {
      const report = reportOf(slotsOf(slots));
      return report === null || report.contactId === contactId ? [] : [String(entityId)];
    });
  }

  return {
    async children(versions, subject) {
      const { locationId, contactId } = subject;
      if (contactId === null) return { reports: [], deals: [] };
      const inAll = async (name: ReadModelName, find: (version: ModelDocuments) => Promise<string[]>) =>
        (await Promise.all(versions.filter((version) => version.name === name).map(find))).flat();

      const named = await inAll('contacts', (version) => namedReports(version, locationId, contactId));
      const stored = await inAll('credit_reports', (version) => entityIds(version, { locationId, contactId }));
      // The same id under another contact breaks the contract; that report belongs to the other contact.
      const foreign = new Set(
        await inAll('credit_reports', (version) => foreignReports(version, subject, [...new Set(named)])),
      );
      // Rare, so it has no index of its own: it reads all deals of the location.
      const slot = `slots.${storedName(`${DEAL}:${contactId}`)}`;
      const deals = await inAll('deals', (version) => entityIds(version, { locationId, [slot]: { $exists: true } }));
      const own = named.filter((id) => !foreign.has(id));
      return { reports: [...new Set([...own, ...stored])], deals: [...new Set(deals)] };
    },
  };
}

function deadLettersOf(
  deadLetters: Collection<DeadLetter>,
  maxTimeMS: number,
): Pick<SubjectStore, 'countDeadLetters' | 'eraseDeadLetters'> {
  return {
    countDeadLetters: (subject) =>
      mapMongoErrors(() => deadLetters.countDocuments(deadLetterFilter(subject), { maxTimeMS })),

    async eraseDeadLetters(subject, resolution) {
      const nothing = { entity: null, keyHash: null, payload: null, field: null, occurredAt: null };
      const neverApplied = {
        $and: [deadLetterFilter(subject), { status: { $in: ['open' as const, 'discarded' as const] } }],
      };
      const change = { $set: { ...nothing, status: 'discarded' as const, resolution } };
      const { modifiedCount } = await mapMongoErrors(() => deadLetters.updateMany(neverApplied, change));
      const { deletedCount } = await mapMongoErrors(() => deadLetters.deleteMany(deadLetterFilter(subject)));
      return modifiedCount + deletedCount;
    },
  };
}

function documentFilter(
  name: ReadModelName,
  { locationId, contactId }: Subject,
  { reports, deals }: Owned,
): Filter<StoredDocument> {
  if (contactId === null) return { locationId };
  switch (name) {
    case 'credit_reports':
      return { _id: { $in: keysIn(locationId, reports) }, locationId };
    case 'deals':
      return { _id: { $in: keysIn(locationId, deals) }, locationId };
    default:
      return { _id: documentKey({ kind: 'location-entity', locationId, entityId: contactId }), locationId };
  }
}

function deadLetterFilter({ locationId, contactId }: Subject): Filter<DeadLetter> {
  // Events of the access stream concern companies and credentials; their dead letters still block.
  const ofLocation: Filter<DeadLetter> = { stream: { $ne: 'access' }, 'entity.scope': locationId };
  if (contactId === null) return ofLocation;
  return { ...ofLocation, 'entity.entity': { $nin: OF_LOCATION }, 'entity.ids.0': contactId };
}

function keysIn(locationId: string, ids: readonly string[]): string[] {
  return ids.map((entityId) => documentKey({ kind: 'location-entity', locationId, entityId }));
}
