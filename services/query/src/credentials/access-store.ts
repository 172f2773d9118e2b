import { ACCESS_HEARTBEAT, ACCESS_HEARTBEAT_ID } from '@fundlens/read-models/access-heartbeat';
import { AS_OF_AHEAD_MS } from '@fundlens/read-models/checkpoint';
import { type AccessBlock, DEAD_LETTERS, type DeadLetter, openBlocks } from '@fundlens/read-models/dead-letter';
import type { CompanyFields } from '@fundlens/read-models/companies/companies';
import type { CredentialFields } from '@fundlens/read-models/credentials/credentials';
import type { LocationFields } from '@fundlens/read-models/locations/locations';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db, Document, FindOptions } from 'mongodb';
import { coalesced } from '../coalesced.ts';
import type { ReadModels } from '../queries/model-versions-store.ts';
import { type Company, type Credential, type Location, UNKNOWN_COMPANY, UNKNOWN_LOCATION } from './access-state.ts';

/** Every look-up is by one indexed key; longer means that the server is in trouble. */
const MAX_TIME_MS = 2_000;
/** Access is decided by what the majority has acknowledged, read from the primary: never by a lagging copy. */
const READ = { readPreference: 'primary', readConcern: { level: 'majority' }, maxTimeMS: MAX_TIME_MS } as const;
/** The same hash on two credentials refuses both, so two are read to know. */
const AMBIGUOUS = 2;
/** Of one look-up: those that arrive in one turn of the event loop are hardly ever more. */
const MAX_KEYS = 200;
const CREDENTIAL_FIELDS = { slots: 0, views: 0 } as const;

type CredentialDocument = CredentialFields & { readonly _id: string };

/**
 * Reads access state from MongoDB, uncached: what is asked for in one turn of the event loop shares a query, which starts
 * after it was asked for. Every function throws RetryableError `mongodb_unavailable` during an outage.
 */
export type AccessStore = {
  /** Null for an unknown, ambiguous, incomplete or blocked credential. */
  credential(tokenHash: string): Promise<Credential | null>;
  /** The same where it is known whose the token was: null when it is another's by now. */
  credentialAgain(tokenHash: string, credentialId: string): Promise<Credential | null>;
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
  const deadLetters: Collection<DeadLetter> = db.collection(DEAD_LETTERS);

  async function openBlocksOf(blocks: readonly AccessBlock[]): Promise<ReadonlySet<string>> {
    const open = await mapMongoErrors(() =>
      deadLetters.find(openBlocks([...new Set(blocks)]), { ...READ, projection: { _id: 0, blocks: 1 } }).toArray(),
    );
    return new Set(open.map((letter) => letter.blocks ?? ''));
  }

  const isBlocked = coalesced<AccessBlock, boolean>({
    maxKeys: MAX_KEYS,
    async load(blocks) {
      const open = await openBlocksOf(blocks);
      return blocks.map((block) => open.has(block));
    },
  });

  const documentOf = (name: 'companies' | 'locations', projection: Document) =>
    coalesced<string, Document | null>({
      maxKeys: MAX_KEYS,
      async load(ids) {
        const collection = await readModels.collection(name);
        const options: FindOptions = { ...READ, projection };
        const found = await mapMongoErrors(() =>
          collection.find({ _id: { $in: [...new Set(ids)] } }, options).toArray(),
        );
        const byId = new Map<string, Document>(found.map((document) => [document._id, document]));
        return ids.map((id) => byId.get(id) ?? null);
      },
    });
  const companyOf = documentOf('companies', { state: 1, dailyQuota: 1 });
  const locationOf = documentOf('locations', { companyId: 1 });

  const byToken = coalesced<string, CredentialDocument | null>({
    maxKeys: MAX_KEYS,
    async load(tokenHashes) {
      const collection = await readModels.collection('credentials');
      const asked = [...new Set(tokenHashes)];
      const find = async (hashes: readonly string[]): Promise<CredentialDocument[]> => {
        const options = { ...READ, projection: CREDENTIAL_FIELDS, limit: hashes.length * AMBIGUOUS };
        const found = await mapMongoErrors(() =>
          collection.find({ tokenHash: { $in: [...hashes] } }, options).toArray(),
        );
        // As many as could be read: there may be more of one, and none left of another. Each is asked for by itself.
        const isCut = found.length === options.limit && hashes.length > 1;
        return isCut
          ? (await Promise.all(hashes.map((hash) => find([hash])))).flat()
          : (found as unknown as CredentialDocument[]);
      };
      const found = Map.groupBy(await find(asked), ({ tokenHash }) => tokenHash);
      return tokenHashes.map((hash) => {
        const [document, ...others] = found.get(hash) ?? [];
        return document === undefined || others.length > 0 ? null : document;
      });
    },
  });

  async function credential(tokenHash: string): Promise<Credential | null> {
    const document = await byToken(tokenHash);
    const read = document === null ? null : readCredential(document);
    return read === null || (await isBlocked(`credential:${read.credentialId}`)) ? null : read;
  }

  return {
    credential,

    async credentialAgain(tokenHash, credentialId) {
      const [document, blocked] = await Promise.all([byToken(tokenHash), isBlocked(`credential:${credentialId}`)]);
      return document === null || blocked || document._id !== credentialId ? null : readCredential(document);
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

    async company(companyId) {
      const [document, blocked] = await Promise.all([companyOf(companyId), isBlocked(`company:${companyId}`)]);
      if (document === null) return UNKNOWN_COMPANY;
      const { state, dailyQuota } = document as unknown as CompanyFields;
      // The quota of a blocked company goes on as it was last known: it only limits.
      return { active: state === 'active' && !blocked, dailyQuota: dailyQuota ?? null };
    },

    async location(locationId) {
      const [document, blocked] = await Promise.all([locationOf(locationId), isBlocked(`location:${locationId}`)]);
      if (document === null || blocked) return UNKNOWN_LOCATION;
      return { ownerCompanyId: (document as unknown as LocationFields).companyId ?? null };
    },

    async blockedLocations(locationIds) {
      if (locationIds.length === 0) return new Set();
      const blocks = await openBlocksOf(locationIds.map((id): AccessBlock => `location:${id}`));
      return new Set(locationIds.filter((id) => blocks.has(`location:${id}`)));
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
