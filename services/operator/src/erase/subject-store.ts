import { DEAD_LETTERS, type DeadLetter, type DeadLetterResolution } from '@fundlens/read-models/dead-letter';
import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { creditReportPdfs, creditReports, dashboardFacts } from '@fundlens/read-models/definitions';
import { type DocumentId, type FactSource, type StoredDocument, slotsOf } from '@fundlens/read-models/document';
import type { Subject } from '@fundlens/read-models/erasure';
import type { StoredReportPdf } from '@fundlens/read-models/report-pdfs/report-pdf';
import type { Slots } from '@fundlens/read-models/slot';
import type { Db, Filter } from 'mongodb';
import { LEFT_OUT } from '@fundlens/projection/dead-letters/left-out';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';

/** A version of a read model. */
export type Version = { readonly name: ReadModelName; readonly version: number };

/** A document that holds something of a subject. */
export type Holding = {
  readonly id: DocumentId;
  readonly key: string;
  readonly slots: Slots;
};

/** Finds what is stored of a subject, as the majority of the servers has it. */
export type SubjectStore = {
  /** Documents of one version of one model. `owned`: ids of the contact's own children, see `children`. */
  holdings(version: Version, subject: Subject, owned: Owned): AsyncIterable<Holding>;
  /** Ids of reports and deals that the contact ever had, as the slots of this version of the facts name them. */
  children(factsVersion: number, subject: Subject): Promise<Owned>;
  /** Keys of PDFs that still have bytes, or objects that are not known to be gone. */
  pdfs(version: number, subject: Subject, owned: Owned): Promise<string[]>;
  countLetters(subject: Subject): Promise<number>;
  /**
   * Leaves nothing of the subject's letters but the places of those that were never applied: discarded, so that nobody
   * takes them who reads the log again. @returns how many there were.
   */
  eraseLetters(subject: Subject, resolution: DeadLetterResolution): Promise<number>;
  /** Documents of the subject's facts that the window of its location has not counted yet. */
  uncounted(factsVersion: number, subject: Subject): Promise<number>;
};

export type Owned = { readonly reports: readonly string[]; readonly deals: readonly string[] };

const ANY_INSTANT = { $gte: 0, $lte: Number.MAX_SAFE_INTEGER };
const NOTHING: Owned = { reports: [], deals: [] };
/** The character after the colon: `<prefix>:` up to here is every id that begins with `<prefix>:`. */
const AFTER_COLON = ';';
/** Entities of the CRM stream that belong to no contact. */
const OF_LOCATION = ['location', 'pipeline'];

/** `db` must read and write with majority concern: see composition-root. */
export function createSubjectStore(db: Db, { maxTimeMs: maxTimeMS }: { readonly maxTimeMs: number }): SubjectStore {
  const collectionOf = ({ name, version }: Version) => db.collection<StoredDocument>(collectionName(name, version));
  const pdfsOf = (version: number) => db.collection<StoredReportPdf>(collectionName(creditReportPdfs.name, version));
  const letters = db.collection<DeadLetter>(DEAD_LETTERS);

  return {
    async *holdings(version, subject, owned) {
      const projection = { slots: 1, locationId: 1, entityId: 1 };
      const cursor = collectionOf(version).find(documentFilter(version.name, subject, owned), {
        projection,
        maxTimeMS,
      });
      try {
        for (;;) {
          const document = await mapMongoErrors(() => cursor.next());
          if (document === null) return;
          yield { id: idOf(version.name, document), key: document._id, slots: slotsOf(document.slots) };
        }
      } finally {
        await cursor.close();
      }
    },

    async children(version, { locationId, contactId }) {
      if (contactId === null) return { reports: [], deals: [] };
      const facts = collectionOf({ name: dashboardFacts.name, version });
      const deals = range(`${locationId}:deal:${contactId}:`);
      const [ofContact, ofDeals, stored] = await mapMongoErrors(() =>
        Promise.all([
          facts.findOne({ _id: `${locationId}:contact:${contactId}` }, { maxTimeMS }),
          facts.find({ _id: deals }, { projection: { _id: 1 }, maxTimeMS }).toArray(),
          collectionOf({ name: creditReports.name, version })
            .find({ locationId, contactId }, { projection: { entityId: 1 }, maxTimeMS })
            .toArray(),
        ]),
      );
      const reports = collectionOf({ name: creditReports.name, version });
      const named = [...slotsOf(ofContact?.slots ?? []).keys()].flatMap((slot) =>
        slot.startsWith('report:') ? [slot.slice('report:'.length)] : [],
      );
      const keys = keysIn(locationId, named);
      const found = await mapMongoErrors(() =>
        reports.find({ _id: { $in: keys } }, { projection: { slots: 1, entityId: 1 }, maxTimeMS }).toArray(),
      );
      // The same id under another contact is against the contract; that report is not this contact's to erase.
      const foreign = new Set(
        found.flatMap(({ slots, entityId }) => (isOf(slots, contactId) ? [] : [String(entityId)])),
      );
      const own = named.filter((id) => !foreign.has(id));
      return {
        reports: [...new Set([...own, ...stored.map(({ entityId }) => String(entityId))])],
        deals: ofDeals.map(({ _id }) => _id.slice(_id.lastIndexOf(':') + 1)),
      };
    },

    async pdfs(version, subject, owned) {
      const filter: Filter<StoredReportPdf> = {
        ...(subject.contactId === null
          ? { locationId: subject.locationId }
          : { _id: { $in: keysIn(subject.locationId, owned.reports) } }),
        $or: [
          { state: { $ne: 'gone' } },
          { 'pendingObjects.0': { $exists: true } },
          { 'deadObjects.0': { $exists: true } },
        ],
      };
      const found = await mapMongoErrors(() =>
        pdfsOf(version)
          .find(filter, { projection: { _id: 1 }, maxTimeMS })
          .toArray(),
      );
      return found.map(({ _id }) => _id);
    },

    countLetters: (subject) => mapMongoErrors(() => letters.countDocuments(letterFilter(subject), { maxTimeMS })),

    async eraseLetters(subject, resolution) {
      const nothing = { entity: null, keyHash: null, payload: null, field: null, occurredAt: null };
      const neverApplied = { $and: [letterFilter(subject), { status: { $in: [...LEFT_OUT.served] } }] };
      const change = { $set: { ...nothing, status: 'discarded' as const, resolution } };
      const { modifiedCount } = await mapMongoErrors(() => letters.updateMany(neverApplied, change));
      const { deletedCount } = await mapMongoErrors(() => letters.deleteMany(letterFilter(subject)));
      return modifiedCount + deletedCount;
    },

    uncounted(version, subject) {
      const facts = { name: dashboardFacts.name, version };
      const filter = { $and: [documentFilter(facts.name, subject, NOTHING), { dirtySince: ANY_INSTANT }] };
      return mapMongoErrors(() => collectionOf(facts).countDocuments(filter, { maxTimeMS }));
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
      return { _id: { $in: keysIn(locationId, reports) } };
    case 'deals':
      return { _id: { $in: keysIn(locationId, deals) } };
    case 'dashboard_facts':
      return {
        $or: [
          { _id: `${locationId}:contact:${contactId}` },
          { _id: range(`${locationId}:plan:${contactId}:`) },
          { _id: range(`${locationId}:deal:${contactId}:`) },
        ],
      };
    default:
      return { _id: `${locationId}:${contactId}` };
  }
}

function letterFilter({ locationId, contactId }: Subject): Filter<DeadLetter> {
  // What the access stream says is of companies and their keys; its letters go on blocking.
  const ofLocation: Filter<DeadLetter> = { stream: { $ne: 'access' }, 'entity.scope': locationId };
  if (contactId === null) return ofLocation;
  return { ...ofLocation, 'entity.entity': { $nin: OF_LOCATION }, 'entity.ids.0': contactId };
}

/** A deleted report does not say whose it was. */
function isOf(slots: StoredDocument['slots'], contactId: string): boolean {
  return slots.every(({ value }) => {
    const report = value as { readonly contactId?: string } | null;
    return report === null || report.contactId === contactId;
  });
}

function keysIn(locationId: string, ids: readonly string[]): string[] {
  return ids.map((id) => `${locationId}:${id}`);
}

function range(prefix: string): { readonly $gte: string; readonly $lt: string } {
  return { $gte: prefix, $lt: `${prefix.slice(0, -1)}${AFTER_COLON}` };
}

/** The identity that the document was written under. */
function idOf(name: ReadModelName, { _id, locationId, entityId }: StoredDocument): DocumentId {
  const location = String(locationId);
  if (name === 'locations') return { kind: 'location', locationId: location };
  if (name !== 'dashboard_facts') return { kind: 'location-entity', locationId: location, entityId: String(entityId) };
  const [, source, ...ids] = _id.split(':');
  return { kind: 'fact-source', locationId: location, source: source as FactSource, ids };
}
