import { ACCESS_HEARTBEAT, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { AS_OF_AHEAD_MS } from '@fundlens/read-models/checkpoint';
import type { AccessBlock } from '@fundlens/read-models/dead-letter';
import { LIST_KEY_END, LIST_KEY_START } from '@fundlens/read-models/list-key';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import type { ReadModels } from '../queries/read-models-store.ts';
import { type CredentialDocument, createAccessDocuments, type FoundAccess, READ } from './access-documents-store.ts';
import {
  type Company,
  type Credential,
  type Location,
  MAX_COMPANY_LOCATIONS,
  UNKNOWN_COMPANY,
  UNKNOWN_LOCATION,
} from './access-state.ts';

/** Keys of all documents that decide about one request. */
export type AccessKeys = {
  readonly tokenHash: string;
  readonly credentialId: string;
  readonly companyId: string | null;
  readonly locationId: string;
};

export type AccessState = {
  /** Null when the token now belongs to another credential, and as below. */
  readonly credential: Credential | null;
  readonly company: Company;
  readonly location: Location;
};

/**
 * Reads access state from MongoDB, uncached: the reads of one turn of the event loop share queries, which start after they
 * were requested. Every function throws RetryableError `mongodb_unavailable` during an outage.
 */
export type AccessStore = {
  /** Null for an unknown, ambiguous, incomplete or blocked credential. */
  credential(tokenHash: string): Promise<Credential | null>;
  /** Everything that decides about a request, at once. */
  state(keys: AccessKeys): Promise<AccessState>;
  /** Of a credential's token, which never changes; null for an unknown credential. */
  tokenHashOf(credentialId: string): Promise<string | null>;
  company(companyId: string): Promise<Company>;
  location(locationId: string): Promise<Location>;
  /** Owned by the company and not blocked, in the order of ids; null for more than MAX_COMPANY_LOCATIONS. */
  locationsOf(companyId: string): Promise<readonly string[] | null>;
  /** The given locations that an invalid access event blocks. */
  blockedLocations(locationIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * The age of access state in milliseconds; null when unknown. Both ends are times by MongoDB's clock, so that a wrong
   * clock of a projector or of this process cannot make the state look younger than it is.
   */
  ageMs(): Promise<number | null>;
};

export function createAccessStore(db: Db, readModels: ReadModels): AccessStore {
  const find = createAccessDocuments(db, readModels);

  async function blockedLocations(locationIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (locationIds.length === 0) return new Set();
    const { blocked } = await find({ blocks: locationIds.map((id): AccessBlock => `location:${id}`) });
    return new Set(locationIds.filter((id) => blocked.has(`location:${id}`)));
  }

  async function credential(tokenHash: string): Promise<Credential | null> {
    const { credential: document } = await find({ tokenHash });
    const read = document === null ? null : readCredential(document);
    if (read === null) return null;
    const { blocked } = await find({ blocks: [`credential:${read.credentialId}`] });
    return blocked.size > 0 ? null : read;
  }

  return {
    credential,

    async state({ tokenHash, credentialId, companyId, locationId }) {
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

    async tokenHashOf(credentialId) {
      const collection = await readModels.collection('credentials');
      const found = await mapMongoErrors(() =>
        collection.findOne({ _id: credentialId }, { ...READ, projection: { tokenHash: 1 } }),
      );
      return typeof found?.tokenHash === 'string' ? found.tokenHash : null;
    },

    company: async (companyId) => readCompany(await find({ companyId, blocks: [`company:${companyId}`] }), companyId),

    location: async (locationId) =>
      readLocation(await find({ locationId, blocks: [`location:${locationId}`] }), locationId),

    locationsOf: ownedLocations(readModels, blockedLocations),
    blockedLocations,

    async ageMs() {
      const age = { $subtract: [{ $toLong: '$$NOW' }, '$asOf'] };
      const pipeline = [{ $match: { _id: await readModels.generation() } }, { $project: { _id: 0, age } }];
      const [found] = await mapMongoErrors(() =>
        db.collection<AccessHeartbeat>(ACCESS_HEARTBEAT).aggregate<{ age: number }>(pipeline, READ).toArray(),
      );
      // A time in the future comes from a wrong clock.
      if (found === undefined || found.age < -AS_OF_AHEAD_MS) return null;
      return Math.max(0, found.age);
    },
  };
}

function ownedLocations(
  readModels: ReadModels,
  blockedLocations: AccessStore['blockedLocations'],
): AccessStore['locationsOf'] {
  return async (companyId) => {
    const locations = await readModels.collection('locations');
    const owned = { companyId, listKey: { $gt: LIST_KEY_START, $lt: LIST_KEY_END } };
    const options = { ...READ, projection: { companyId: 1 }, limit: MAX_COMPANY_LOCATIONS + 1 };
    const found = await mapMongoErrors(() => locations.find(owned, options).sort({ listKey: 1 }).toArray());
    if (found.length > MAX_COMPANY_LOCATIONS) return null;
    const ids = found.filter((document) => document.companyId === companyId).map(({ _id }) => _id);
    const blocked = await blockedLocations(ids);
    return ids.filter((id) => !blocked.has(id));
  };
}

function readCompany({ company, blocked }: FoundAccess, companyId: string): Company {
  if (company === null) return UNKNOWN_COMPANY;
  // A blocked company keeps its last known quota, which only limits.
  const active = company.state === 'active' && !blocked.has(`company:${companyId}`);
  return { active, dailyQuota: company.dailyQuota ?? null };
}

function readLocation({ location, blocked }: FoundAccess, locationId: string): Location {
  if (location === null || blocked.has(`location:${locationId}`)) return UNKNOWN_LOCATION;
  return { ownerCompanyId: location.companyId ?? null };
}

/** Null for a credential without the company or location that its reach needs. */
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
