import type { CompanyFields } from '@fundlens/read-models/companies/companies';
import type { CredentialFields } from '@fundlens/read-models/credentials/credentials';
import { type AccessBlock, DEAD_LETTERS, type DeadLetter, openIn } from '@fundlens/read-models/dead-letter';
import { stagesOfKeys } from '@fundlens/read-models/definition';
import type { LocationFields } from '@fundlens/read-models/locations/locations';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db, Document } from 'mongodb';
import { type Coalesced, coalesced } from '../coalesced.ts';
import { MAX_TIME_MS } from '../queries/mongodb-options.ts';
import type { ReadModels } from '../queries/read-models-store.ts';

/** Access depends on majority-acknowledged state, read from the primary: never on a lagging copy. */
export const READ = {
  readPreference: 'primary',
  readConcern: { level: 'majority' },
  maxTimeMS: MAX_TIME_MS.access,
} as const;
/** Two credentials with the same hash are both refused, so up to two are read. */
const AMBIGUOUS = 2;
/** Per query; one turn of the event loop rarely has more. */
const MAX_ASKED = 100;

/** A look-up of some of the documents that decide about access. */
export type AccessQuery = {
  readonly tokenHash?: string;
  readonly companyId?: string | null;
  readonly locationId?: string;
  readonly blocks?: readonly AccessBlock[];
};

export type FoundAccess = {
  /** The credential with the token; null for none, and for more than one. */
  readonly credential: CredentialDocument | null;
  readonly company: CompanyFields | null;
  readonly location: LocationFields | null;
  /** The queried blocks that are open. */
  readonly blocked: ReadonlySet<string>;
};

export type CredentialDocument = CredentialFields & { readonly _id: string };

/**
 * Looks up the documents that decide about access. The look-ups of one turn of the event loop share one query per
 * collection, which starts after they were requested; the queries run concurrently.
 */
export function createAccessDocuments(db: Db, readModels: ReadModels): Coalesced<AccessQuery, FoundAccess> {
  const deadLetters: Collection<DeadLetter> = db.collection(DEAD_LETTERS);

  /** The documents of a model whose `field` is one of the values. */
  async function documents(
    model: 'credentials' | 'companies',
    { field, values, ...options }: { field: string; values: readonly string[]; projection: Document; limit?: number },
  ): Promise<Document[]> {
    if (values.length === 0) return [];
    const collection = await readModels.collection(model);
    return mapMongoErrors(() => collection.find({ [field]: { $in: values } }, { ...READ, ...options }).toArray());
  }

  async function locationsOf(locationIds: readonly string[]): Promise<Document[]> {
    if (locationIds.length === 0) return [];
    const collection = await readModels.collection('locations');
    const stages = [...stagesOfKeys(collection.collectionName, locationIds), { $project: { companyId: 1 } }];
    return mapMongoErrors(() => collection.aggregate<Document>(stages, READ).toArray());
  }

  async function openOf(blocks: readonly AccessBlock[]): Promise<ReadonlySet<string | undefined>> {
    if (blocks.length === 0) return NONE;
    const options = { ...READ, projection: { _id: 0, blocks: 1 } };
    const filter = { ...openIn(await readModels.generation()), blocks: { $in: [...blocks] } };
    const open = await mapMongoErrors(() => deadLetters.find(filter, options).toArray());
    return new Set(open.map(({ blocks: block }) => block));
  }

  async function load(keys: readonly AccessQuery[]): Promise<FoundAccess[]> {
    const hashes = unique(keys.flatMap(({ tokenHash }) => tokenHash ?? []));
    const limit = hashes.length * AMBIGUOUS;
    const companyIds = unique(keys.flatMap(({ companyId }) => companyId ?? []));
    const locationIds = unique(keys.flatMap(({ locationId }) => locationId ?? []));
    const [credentials, companies, locations, open] = await Promise.all([
      documents('credentials', { field: 'tokenHash', values: hashes, projection: { slots: 0, views: 0 }, limit }),
      documents('companies', { field: '_id', values: companyIds, projection: { state: 1, dailyQuota: 1 } }),
      locationsOf(locationIds),
      openOf(unique(keys.flatMap(({ blocks = [] }) => blocks))),
    ]);
    // The limit is reached: duplicates of one hash may have displaced another. Each key is looked up by itself.
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
