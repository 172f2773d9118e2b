import type { CompanyFields } from '@fundlens/read-models/companies/companies';
import type { CredentialFields } from '@fundlens/read-models/credentials/credentials';
import { type AccessBlock, DEAD_LETTERS, type DeadLetter, openBlocks } from '@fundlens/read-models/dead-letter';
import type { LocationFields } from '@fundlens/read-models/locations/locations';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db, Document } from 'mongodb';
import { type Coalesced, coalesced } from '../coalesced.ts';
import type { ReadModels } from '../queries/model-versions-store.ts';

/** Every look-up is by indexed keys; longer means that the server is in trouble. */
const MAX_TIME_MS = 2_000;
/** Access is decided by what the majority has acknowledged, read from the primary: never by a lagging copy. */
export const READ = { readPreference: 'primary', readConcern: { level: 'majority' }, maxTimeMS: MAX_TIME_MS } as const;
/** The same hash on two credentials refuses both, so two are read to know. */
const AMBIGUOUS = 2;
/** Of one query: those that arrive in one turn of the event loop are hardly ever more. */
const MAX_ASKED = 100;

/** Some of what access is decided by. */
export type AskedAccess = {
  readonly tokenHash?: string;
  readonly companyId?: string | null;
  readonly locationId?: string;
  readonly blocks?: readonly AccessBlock[];
};

export type FoundAccess = {
  /** The one credential with the token; null for none, and for more than one. */
  readonly credential: CredentialDocument | null;
  readonly company: CompanyFields | null;
  readonly location: LocationFields | null;
  /** Those of the blocks asked for that are open. */
  readonly blocked: ReadonlySet<string>;
};

export type CredentialDocument = CredentialFields & { readonly _id: string };

/**
 * The documents that access is decided by. Whatever is asked for in one turn of the event loop is read beside each other, by
 * one query for each of their collections, which start after it was asked for.
 */
export function createAccessDocuments(db: Db, readModels: ReadModels): Coalesced<AskedAccess, FoundAccess> {
  const deadLetters: Collection<DeadLetter> = db.collection(DEAD_LETTERS);

  /** Those of a model whose `field` is one of the values. */
  async function documents(
    model: 'credentials' | 'companies' | 'locations',
    { field, values, ...options }: { field: string; values: readonly string[]; projection: Document; limit?: number },
  ): Promise<Document[]> {
    if (values.length === 0) return [];
    const collection = await readModels.collection(model);
    return mapMongoErrors(() => collection.find({ [field]: { $in: values } }, { ...READ, ...options }).toArray());
  }

  async function openOf(blocks: readonly AccessBlock[]): Promise<ReadonlySet<string | undefined>> {
    if (blocks.length === 0) return NONE;
    const options = { ...READ, projection: { _id: 0, blocks: 1 } };
    const open = await mapMongoErrors(() => deadLetters.find(openBlocks(blocks), options).toArray());
    return new Set(open.map((letter) => letter.blocks));
  }

  async function load(keys: readonly AskedAccess[]): Promise<FoundAccess[]> {
    const hashes = unique(keys.flatMap(({ tokenHash }) => tokenHash ?? []));
    const limit = hashes.length * AMBIGUOUS;
    const companyIds = unique(keys.flatMap(({ companyId }) => companyId ?? []));
    const locationIds = unique(keys.flatMap(({ locationId }) => locationId ?? []));
    const [credentials, companies, locations, open] = await Promise.all([
      documents('credentials', { field: 'tokenHash', values: hashes, projection: { slots: 0, views: 0 }, limit }),
      documents('companies', { field: '_id', values: companyIds, projection: { state: 1, dailyQuota: 1 } }),
      documents('locations', { field: '_id', values: locationIds, projection: { companyId: 1 } }),
      openOf(unique(keys.flatMap(({ blocks = [] }) => blocks))),
    ]);
    // As many as could be read: there may be more of one, and none left of another. Each is asked for by itself.
    if (hashes.length > 1 && credentials.length === limit) {
      return (await Promise.all(keys.map((key) => load([key])))).flat();
    }
    const byHash = Map.groupBy(credentials as CredentialDocument[], ({ tokenHash }) => tokenHash);
    const companyById = byId<CompanyFields>(companies);
    const locationById = byId<LocationFields>(locations);
    return keys.map(({ tokenHash = '', companyId, locationId = '', blocks = [] }) => {
      const [credential, ...others] = byHash.get(tokenHash) ?? [];
      return {
        credential: credential === undefined || others.length > 0 ? null : credential,
        company: companyById.get(companyId ?? '') ?? null,
        location: locationById.get(locationId) ?? null,
        blocked: new Set(blocks.filter((block) => open.has(block))),
      };
    });
  }

  return coalesced({ maxKeys: MAX_ASKED, load });
}

const NONE: ReadonlySet<string> = new Set();

function byId<Fields>(documents: readonly Document[]): ReadonlyMap<string, Fields> {
  return new Map(documents.map((document) => [document._id, document as Fields]));
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
