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

const COMPANY_FIELDS = { state: 1, dailyQuota: 1 } as const;
const LOCATION_FIELDS = { companyId: 1 } as const;
/** What the documents of one query are, where it reads several collections. Credentials have no such mark. */
const COMPANY = { $literal: 'company' } as const;
const LOCATION = { $literal: 'location' } as const;
const BLOCK = { $literal: 'block' } as const;

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

type FoundAgain = Document & { readonly of?: 'company' | 'location' | 'block' };

type CredentialDocument = CredentialFields & { readonly _id: string };

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
  const companyOf = documentOf('companies', COMPANY_FIELDS);
  const locationOf = documentOf('locations', LOCATION_FIELDS);

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

  async function loadAgain(keys: readonly AdmittedKeys[]): Promise<AccessState[]> {
    const [credentials, companies, locations] = await Promise.all(
      (['credentials', 'companies', 'locations'] as const).map((name) => readModels.collection(name)),
    );
    if (credentials === undefined || companies === undefined || locations === undefined)
      throw new TypeError('no model');
    const hashes = unique(keys.map(({ tokenHash }) => tokenHash));
    const limit = hashes.length * AMBIGUOUS;
    const ids = (of: (key: AdmittedKeys) => string | null) => unique(keys.flatMap((key) => of(key) ?? []));
    const pipeline = [
      { $match: { tokenHash: { $in: hashes } } },
      { $limit: limit },
      { $project: CREDENTIAL_FIELDS },
      unionWith(companies, { _id: { $in: ids(({ companyId }) => companyId) } }, { ...COMPANY_FIELDS, of: COMPANY }),
      unionWith(locations, { _id: { $in: ids(({ locationId }) => locationId) } }, { ...LOCATION_FIELDS, of: LOCATION }),
      unionWith(deadLetters, openBlocks(unique(keys.flatMap(blocksOf))), { blocks: 1, of: BLOCK }),
    ];
    const found = await mapMongoErrors(() => credentials.aggregate<FoundAgain>(pipeline, READ).toArray());
    const by = Map.groupBy(found, ({ of }) => of);
    const candidates = (by.get(undefined) ?? []) as unknown as CredentialDocument[];
    // As many as could be read: there may be more of one, and none left of another. Each is asked for by itself.
    if (candidates.length === limit && keys.length > 1) {
      return (await Promise.all(keys.map((key) => loadAgain([key])))).flat();
    }
    const companyById = new Map(by.get('company')?.map((document) => [document._id, document]));
    const locationById = new Map(by.get('location')?.map((document) => [document._id, document]));
    const blocked = new Set(by.get('block')?.map(({ blocks }) => blocks));
    const byHash = Map.groupBy(candidates, ({ tokenHash }) => tokenHash);
    return keys.map((key) => {
      const [document, ...others] = byHash.get(key.tokenHash) ?? [];
      const { credentialId, companyId, locationId } = key;
      const isHolder = others.length === 0 && document?._id === credentialId;
      return {
        credential: isHolder && !blocked.has(`credential:${credentialId}`) ? readCredential(document) : null,
        company: readCompany(companyById.get(companyId ?? '') ?? null, blocked.has(`company:${companyId}`)),
        location: readLocation(locationById.get(locationId) ?? null, blocked.has(`location:${locationId}`)),
      };
    });
  }

  return {
    credential,

    again: coalesced({ maxKeys: MAX_KEYS, load: loadAgain }),

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
      return readCompany(document, blocked);
    },

    async location(locationId) {
      const [document, blocked] = await Promise.all([locationOf(locationId), isBlocked(`location:${locationId}`)]);
      return readLocation(document, blocked);
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

function readCompany(document: Document | null, blocked: boolean): Company {
  if (document === null) return UNKNOWN_COMPANY;
  const { state, dailyQuota } = document as unknown as CompanyFields;
  // The quota of a blocked company goes on as it was last known: it only limits.
  return { active: state === 'active' && !blocked, dailyQuota: dailyQuota ?? null };
}

function readLocation(document: Document | null, blocked: boolean): Location {
  if (document === null || blocked) return UNKNOWN_LOCATION;
  return { ownerCompanyId: (document as unknown as LocationFields).companyId ?? null };
}

function blocksOf({ credentialId, companyId, locationId }: AdmittedKeys): AccessBlock[] {
  return [`credential:${credentialId}`, `company:${companyId ?? ''}`, `location:${locationId}`];
}

function unionWith({ collectionName }: { collectionName: string }, match: Document, project: Document): Document {
  return { $unionWith: { coll: collectionName, pipeline: [{ $match: match }, { $project: project }] } };
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
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
