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

/** What a document of the query is. */
type Source = 'block' | 'credential' | 'company' | 'location';
type Found = Document & { readonly source: Source };

/**
 * The documents that access is decided by. Whatever is asked for in one turn of the event loop is read by one query over
 * their collections, which starts after it was asked for.
 */
export function createAccessDocuments(db: Db, readModels: ReadModels): Coalesced<AskedAccess, FoundAccess> {
  const deadLetters: Collection<DeadLetter> = db.collection(DEAD_LETTERS);

  /** A stage that adds what is looked for by `field`; none where nothing is. */
  async function added(source: Exclude<Source, 'block'>, asked: readonly string[], fields: Document) {
    if (asked.length === 0) return [];
    const { model, field } = SOURCES[source];
    const { collectionName } = await readModels.collection(model);
    const limit = source === 'credential' ? [{ $limit: asked.length * AMBIGUOUS }] : [];
    const project = { $project: { ...fields, source: { $literal: source } } };
    return [
      { $unionWith: { coll: collectionName, pipeline: [{ $match: { [field]: { $in: asked } } }, ...limit, project] } },
    ];
  }

  async function load(keys: readonly AskedAccess[]): Promise<FoundAccess[]> {
    const hashes = unique(keys.flatMap(({ tokenHash }) => tokenHash ?? []));
    const stages = await Promise.all([
      added('credential', hashes, CREDENTIAL_FIELDS),
      added('company', unique(keys.flatMap(({ companyId }) => companyId ?? [])), { state: 1, dailyQuota: 1 }),
      added('location', unique(keys.flatMap(({ locationId }) => locationId ?? [])), { companyId: 1 }),
    ]);
    const blocks = unique(keys.flatMap(({ blocks: own = [] }) => own));
    const pipeline = [
      { $match: openBlocks(blocks) },
      { $project: { blocks: 1, source: { $literal: 'block' } } },
      ...stages.flat(),
    ];
    const found = await mapMongoErrors(() => deadLetters.aggregate<Found>(pipeline, READ).toArray());
    const by = Map.groupBy(found, ({ source }) => source);
    // As many as could be read: there may be more of one, and none left of another. Each is asked for by itself.
    if (hashes.length > 1 && by.get('credential')?.length === hashes.length * AMBIGUOUS) {
      return (await Promise.all(keys.map((key) => load([key])))).flat();
    }
    return keys.map(answerFrom(by));
  }

  return coalesced({ maxKeys: MAX_ASKED, load });
}

const SOURCES = {
  credential: { model: 'credentials', field: 'tokenHash' },
  company: { model: 'companies', field: '_id' },
  location: { model: 'locations', field: '_id' },
} as const;

const CREDENTIAL_FIELDS = {
  ...{ tokenHash: 1, reach: 1, companyId: 1, pinnedLocationId: 1, permissions: 1 },
  ...{ expiresAt: 1, revokedAt: 1, windowLimit: 1, dailyCap: 1, hint: 1 },
};

function answerFrom(by: ReadonlyMap<Source, readonly Found[]>): (asked: AskedAccess) => FoundAccess {
  const byHash = Map.groupBy(by.get('credential') ?? [], ({ tokenHash }) => tokenHash);
  const byId = (source: Source) => new Map(by.get(source)?.map((document) => [document._id, document]));
  const [companies, locations] = [byId('company'), byId('location')];
  const open = new Set(by.get('block')?.map(({ blocks }) => blocks));
  return ({ tokenHash, companyId, locationId, blocks = [] }) => {
    const [credential, ...others] = byHash.get(tokenHash) ?? [];
    return {
      credential: others.length === 0 ? ((credential as CredentialDocument | undefined) ?? null) : null,
      company: (companies.get(companyId) as CompanyFields | undefined) ?? null,
      location: (locations.get(locationId) as LocationFields | undefined) ?? null,
      blocked: new Set(blocks.filter((block) => open.has(block))),
    };
  };
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
