import { ACCESS_HEARTBEAT, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { AS_OF_AHEAD_MS } from '@fundlens/read-models/checkpoint';
import type { CompanyFields } from '@fundlens/read-models/companies/companies';
import type { CredentialFields } from '@fundlens/read-models/credentials/credentials';
import { type AccessBlock, DEAD_LETTERS, type DeadLetter, openIn } from '@fundlens/read-models/dead-letter';
import { stagesOfKeys } from '@fundlens/read-models/definition';
import { LIST_KEY_END, LIST_KEY_START } from '@fundlens/read-models/list-key';
import type { LocationFields } from '@fundlens/read-models/locations/locations';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db, Document } from 'mongodb';
import { coalescedLookUp } from '../coalesced.ts';
import { MAX_TIME_MS } from '../queries/mongodb-options.ts';
import type { ReadModels } from '../queries/read-models-store.ts';
import { type Company, type Credential, MAX_COMPANY_LOCATIONS } from './access-state.ts';

/** Access depends on majority-acknowledged state, read from the primary: never on a lagging copy. */
const READ = {
  readPreference: 'primary',
  readConcern: { level: 'majority' },
  maxTimeMS: MAX_TIME_MS.access,
} as const;
/** Per query: the locations of the longest page. One turn of the event loop rarely has more. */
const MAX_KEYS = 500;

/**
 * Reads access state from MongoDB, uncached: the reads of one turn of the event loop share queries, which start after they
 * were requested. Every method throws RetryableError `mongodb_unavailable` during an outage.
 */
export class AccessStore {
  readonly #db: Db;
  readonly #readModels: ReadModels;

  constructor(db: Db, readModels: ReadModels) {
    this.#db = db;
    this.#readModels = readModels;
  }

  readonly #credentials = lookUp('tokenHash', async (hashes) =>
    (await this.#readModels.collection('credentials'))
      .find({ tokenHash: { $in: hashes } }, { ...READ, projection: { slots: 0, views: 0 } })
      .toArray(),
  );

  readonly #companies = lookUp('_id', async (ids) =>
    (await this.#readModels.collection('companies'))
      .find({ _id: { $in: ids } }, { ...READ, projection: { state: 1, dailyQuota: 1 } })
      .toArray(),
  );

  readonly #locations = lookUp('_id', async (ids) => {
    const collection = await this.#readModels.collection('locations');
    const stages = [...stagesOfKeys(collection.collectionName, ids), { $project: { companyId: 1 } }];
    return collection.aggregate<Document>(stages, READ).toArray();
  });

  /** Dead letters of access events that are open. */
  readonly #blocks = lookUp<AccessBlock>('blocks', async (names) => {
    const filter = { ...openIn(await this.#readModels.generation()), blocks: { $in: names } };
    const found = await this.#db.collection<DeadLetter>(DEAD_LETTERS).distinct('blocks', filter, READ);
    return found.map((blocks) => ({ blocks }));
  });

  async #isBlocked(block: AccessBlock): Promise<boolean> {
    return (await this.#blocks(block)) !== null;
  }

  /**
   * Null for an unknown, ambiguous, incomplete or blocked credential.
   * @param expectedId of the credential whose token it is likely to be: saves a round trip.
   */
  async credential(tokenHash: string, expectedId?: string): Promise<Credential | null> {
    const [found, isExpectedBlocked] = await Promise.all([
      this.#credentials(tokenHash),
      expectedId !== undefined && this.#isBlocked(`credential:${expectedId}`),
    ]);
    const [document, ...others] = found ?? [];
    if (document === undefined || others.length > 0) return null;
    const { _id } = document;
    const blocked = _id === expectedId ? isExpectedBlocked : await this.#isBlocked(`credential:${_id}`);
    return blocked ? null : credentialOf(document);
  }

  /** Of a credential's token, which never changes; null for an unknown credential. */
  async tokenHashOf(credentialId: string): Promise<string | null> {
    const collection = await this.#readModels.collection('credentials');
    const options = { ...READ, projection: { tokenHash: 1 } };
    const found = await mapMongoErrors(() => collection.findOne({ _id: credentialId }, options));
    return typeof found?.tokenHash === 'string' ? found.tokenHash : null;
  }

  /** Not active without an applied event, or blocked by an invalid one. */
  async company(companyId: string): Promise<Company> {
    const [found, blocked] = await Promise.all([this.#companies(companyId), this.#isBlocked(`company:${companyId}`)]);
    const { state, dailyQuota = null } = (found?.[0] ?? {}) as Partial<CompanyFields>;
    // A blocked company keeps its last known quota, which only limits.
    return { active: state === 'active' && !blocked, dailyQuota };
  }

  /** The only company that may read the location; null: none may, or it is blocked by an invalid event. */
  async ownerOf(locationId: string): Promise<string | null> {
    const [found, blocked] = await Promise.all([
      this.#locations(locationId),
      this.#isBlocked(`location:${locationId}`),
    ]);
    const { companyId = null } = (found?.[0] ?? {}) as Partial<LocationFields>;
    return blocked ? null : companyId;
  }

  /** Of the company, whether blocked or not, in the order of ids; null for more than MAX_COMPANY_LOCATIONS. */
  async locationsOf(companyId: string): Promise<readonly string[] | null> {
    const collection = await this.#readModels.collection('locations');
    const owned = { companyId, listKey: { $gt: LIST_KEY_START, $lt: LIST_KEY_END } };
    const options = { ...READ, projection: { companyId: 1 }, limit: MAX_COMPANY_LOCATIONS + 1 };
    const found = await mapMongoErrors(() => collection.find(owned, options).sort({ listKey: 1 }).toArray());
    if (found.length > MAX_COMPANY_LOCATIONS) return null;
    return found.filter((location) => location.companyId === companyId).map(({ _id }) => _id);
  }

  /** The given locations that an invalid access event blocks. */
  async blockedLocations(locationIds: readonly string[]): Promise<ReadonlySet<string>> {
    const blocked = await Promise.all(locationIds.map((locationId) => this.#isBlocked(`location:${locationId}`)));
    return new Set(locationIds.filter((_, index) => blocked[index]));
  }

  /**
   * The age of access state in milliseconds; null when unknown. Both ends are times by MongoDB's clock, so that a wrong
   * clock of a projector or of this process cannot make the state look younger than it is.
   */
  async ageMs(): Promise<number | null> {
    const age = { $subtract: [{ $toLong: '$$NOW' }, '$asOf'] };
    const pipeline = [{ $match: { _id: await this.#readModels.generation() } }, { $project: { _id: 0, age } }];
    const [found] = await mapMongoErrors(() =>
      this.#db.collection<AccessHeartbeat>(ACCESS_HEARTBEAT).aggregate<{ age: number }>(pipeline, READ).toArray(),
    );
    // A time in the future comes from a wrong clock.
    if (found === undefined || found.age < -AS_OF_AHEAD_MS) return null;
    return Math.max(0, found.age);
  }
}

/** The documents of each key, of many keys in one query. */
function lookUp<Key extends string>(
  field: '_id' | 'tokenHash' | 'blocks',
  query: (keys: Key[]) => Promise<Document[]>,
) {
  return coalescedLookUp<Document[], Key>({
    maxKeys: MAX_KEYS,
    load: (keys) => mapMongoErrors(async () => Map.groupBy(await query(keys), (document) => document[field])),
  });
}

/** Null for a deleted credential, which has no fields, and one without the company or location that its reach needs. */
function credentialOf({ _id, ...document }: Document): Credential | null {
  const fields = document as CredentialFields;
  const scope = fields.reach === 'agency' ? fields.companyId : fields.pinnedLocationId;
  return scope == null ? null : { ...fields, credentialId: _id };
}
