import { ACCESS_HEARTBEAT, ACCESS_HEARTBEAT_ID } from '@fundlens/read-models/access-heartbeat';
import { AS_OF_AHEAD_MS } from '@fundlens/read-models/checkpoint';
import type { AccessBlock } from '@fundlens/read-models/dead-letter';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import type { ReadModels } from '../queries/model-versions-store.ts';
import { type CredentialDocument, createAccessDocuments, type FoundAccess, READ } from './access-documents-store.ts';
import { type Company, type Credential, type Location, UNKNOWN_COMPANY, UNKNOWN_LOCATION } from './access-state.ts';

/** What a request was let in by. */
export type AdmittedKeys = {
  readonly tokenHash: string;
  readonly credentialId: string;
  readonly companyId: string | null;
  readonly locationId: string;
};

export type AccessState = {
  /** Null when the token is another's by now, and as below. */
  readonly credential: Credential | null;
  readonly company: Company;
  readonly location: Location;
};

/**
 * Reads access state from MongoDB, uncached: what is asked for in one turn of the event loop shares a query, which starts
 * after it was asked for. Every function throws RetryableError `mongodb_unavailable` during an outage.
 */
export type AccessStore = {
  /** Null for an unknown, ambiguous, incomplete or blocked credential. */
  credential(tokenHash: string): Promise<Credential | null>;
  /** All that a request was let in by, in one query for those who ask in the same turn. */
  again(admitted: AdmittedKeys): Promise<AccessState>;
  /** The same by its id. */
  credentialOf(credentialId: string): Promise<Credential | null>;
  company(companyId: string): Promise<Company>;
  location(locationId: string): Promise<Location>;
  /** Those of the given locations that an invalid access event blocks. */
  blockedLocations(locationIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * For how long access events may be missing, in milliseconds; null when nobody knows. Both ends are times by MongoDB's
   * clock, so that no clock of a projector, or of this process, can make knowledge look younger than it is.
   */
  ageMs(): Promise<number | null>;
};

export function createAccessStore(db: Db, readModels: ReadModels): AccessStore {
  const find = createAccessDocuments(db, readModels);

  async function credential(tokenHash: string): Promise<Credential | null> {
    const { credential: document } = await find({ tokenHash });
    const read = document === null ? null : readCredential(document);
    if (read === null) return null;
    const { blocked } = await find({ blocks: [`credential:${read.credentialId}`] });
    return blocked.size > 0 ? null : read;
  }

  return {
    credential,

    async again({ tokenHash, credentialId, companyId, locationId }) {
      const blocks: AccessBlock[] = [
        `credential:${credentialId}`,
        `company:${companyId ?? ''}`,
        `location:${locationId}`,
      ];
      const found = await find({ tokenHash, companyId, locationId, blocks });
      const { credential: document, blocked } = found;
      const isHolder = document?._id === credentialId && !blocked.has(`credential:${credentialId}`);
      return {
        credential: isHolder ? readCredential(document) : null,
        company: readCompany(found, companyId ?? ''),
        location: readLocation(found, locationId),
      };
    },

    async credentialOf(credentialId) {
      const collection = await readModels.collection('credentials');
      const found = await mapMongoErrors(() =>
        collection.findOne({ _id: credentialId }, { ...READ, projection: { tokenHash: 1 } }),
      );
      if (typeof found?.tokenHash !== 'string') return null;
      // By its token it is also found out whether it is the only one with it.
      const unambiguous = await credential(found.tokenHash);
      return unambiguous?.credentialId === credentialId ? unambiguous : null;
    },

    company: async (companyId) => readCompany(await find({ companyId, blocks: [`company:${companyId}`] }), companyId),

    location: async (locationId) =>
      readLocation(await find({ locationId, blocks: [`location:${locationId}`] }), locationId),

    async blockedLocations(locationIds) {
      if (locationIds.length === 0) return new Set();
      const { blocked } = await find({ blocks: locationIds.map((id): AccessBlock => `location:${id}`) });
      return new Set(locationIds.filter((id) => blocked.has(`location:${id}`)));
    },

    async ageMs() {
      const age = { $subtract: [{ $toLong: '$$NOW' }, '$asOf'] };
      const pipeline = [{ $match: { _id: ACCESS_HEARTBEAT_ID } }, { $project: { _id: 0, age } }];
      const [found] = await mapMongoErrors(() =>
        db.collection(ACCESS_HEARTBEAT).aggregate<{ age: number }>(pipeline, READ).toArray(),
      );
      // A time that has not come was told by a clock that is wrong.
      if (found === undefined || found.age < -AS_OF_AHEAD_MS) return null;
      return Math.max(0, found.age);
    },
  };
}

function readCompany({ company, blocked }: FoundAccess, companyId: string): Company {
  if (company === null) return UNKNOWN_COMPANY;
  // The quota of a blocked company goes on as it was last known: it only limits.
  const active = company.state === 'active' && !blocked.has(`company:${companyId}`);
  return { active, dailyQuota: company.dailyQuota ?? null };
}

function readLocation({ location, blocked }: FoundAccess, locationId: string): Location {
  if (location === null || blocked.has(`location:${locationId}`)) return UNKNOWN_LOCATION;
  return { ownerCompanyId: location.companyId ?? null };
}

/** Null when it lacks what its reach needs: such a credential reaches nothing. */
function readCredential(document: CredentialDocument): Credential | null {
  const { _id, reach, permissions } = document;
  const companyId = document.companyId ?? null;
  const pinnedLocationId = document.pinnedLocationId ?? null;
  if (reach === 'agency' ? companyId === null : reach !== 'location' || pinnedLocationId === null) return null;
  return {
    credentialId: _id,
    reach,
    companyId,
    pinnedLocationId,
    permissions: Array.isArray(permissions) ? permissions : [],
    expiresAt: document.expiresAt ?? null,
    revokedAt: document.revokedAt ?? null,
    windowLimit: document.windowLimit ?? null,
    dailyCap: document.dailyCap ?? null,
    hint: document.hint ?? null,
  };
}
