import { type Db, MongoServerError } from 'mongodb';
import { collectionName, type ReadModelDefinition, type ReadModelName, STAND_IN_INDEXES } from './definition.ts';
import { readModels } from './definitions.ts';
import { type Fingerprint, type ReadModelVersion, versionsOf, writtenVersions } from './model-version.ts';

/** One `ReadModelVersion` per read model that events change. Readers switch by it, never by renaming. */
export const READ_MODEL_VERSIONS = 'read_model_versions';

/** MongoDB's error code for a duplicate key. */
const DUPLICATE_KEY = 11_000;

type EnsureReadModelsOptions = {
  readonly standInIndexes: boolean;
  /** What this process makes documents of the model with; null where it writes none of it. Default: null for all. */
  readonly fingerprint?: (definition: ReadModelDefinition) => Fingerprint | null;
};

/**
 * Creates the version pointer where there is none yet (an existing one is left alone: only a rebuild moves it) with the
 * collection and indexes of the first version, and those of every version that this process writes. Versions that it
 * writes and that have no fingerprint yet take its own: of several processes, that of the first. Idempotent; safe when
 * several processes start at once.
 */
export async function ensureReadModels(
  db: Db,
  definitions: readonly ReadModelDefinition[],
  { standInIndexes, fingerprint = () => null }: EnsureReadModelsOptions,
): Promise<void> {
  const known = await modelVersions(db);
  for (const definition of definitions) {
    const present = known.get(definition.madeFrom ?? definition.name);
    const own = fingerprint(definition);
    const written = present && (own === null ? [] : writtenVersions(present, own));
    for (const version of written ?? [definition.version]) {
      await ensureIndexes(db, definition, { version, standInIndexes });
    }
  }
  // Last: what a pointer names is complete.
  for (const definition of definitions) {
    if (definition.madeFrom !== undefined) continue;
    const own = fingerprint(definition);
    if (!known.has(definition.name)) await createPointer(db, definition, own);
    if (own !== null) await adoptFingerprint(db, definition.name, own);
  }
}

/** All indexes of one version of a read model; on a collection that is filled already this may take its time. */
export async function ensureIndexes(
  db: Db,
  definition: ReadModelDefinition,
  { version, standInIndexes }: { readonly version: number; readonly standInIndexes: boolean },
): Promise<void> {
  const forStandIn = standInIndexes ? [...STAND_IN_INDEXES, ...(definition.standInIndexes ?? [])] : [];
  const indexes = [...definition.indexes, ...forStandIn];
  if (indexes.length === 0) return;
  await db.collection(collectionName(definition.name, version)).createIndexes(indexes.map((index) => ({ ...index })));
}

async function createPointer(
  db: Db,
  { name, version }: ReadModelDefinition,
  fingerprint: Fingerprint | null,
): Promise<void> {
  const first = { version, definition: version, state: 'active' as const };
  const versions = fingerprint === null ? {} : { versions: [{ ...first, fingerprint }], revision: 1 };
  try {
    await db
      .collection<ReadModelVersion>(READ_MODEL_VERSIONS)
      .updateOne({ _id: name }, { $setOnInsert: { active: version, ...versions } }, { upsert: true });
  } catch (error) {
    // Two upserts of one _id can race; the loser then finds the pointer in place.
    if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
  }
}

/** Lost compare-and-swaps of one version document: only processes that start, and rebuilds, write it. */
const MAX_ROUNDS = 5;

/** Compare-and-swap: a fingerprint that is there stays. */
async function adoptFingerprint(db: Db, name: ReadModelName, own: Fingerprint): Promise<void> {
  const pointers = db.collection<ReadModelVersion>(READ_MODEL_VERSIONS);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const model = await pointers.findOne({ _id: name });
    if (model === null) return;
    const written = writtenVersions(model, own);
    const before = versionsOf(model);
    const versions = before.map((known) =>
      known.fingerprint === undefined && written.includes(known.version) ? { ...known, fingerprint: own } : known,
    );
    if (versions.every((known, index) => known === before[index])) return;
    const { revision } = model;
    const filter = { _id: name, revision: revision ?? { $exists: false } };
    const { matchedCount } = await pointers.updateOne(filter, { $set: { versions, revision: (revision ?? 0) + 1 } });
    if (matchedCount === 1) return;
  }
}

/** The versions of each read model, derived ones included; a model that was never set up is absent. */
export async function modelVersions(db: Db): Promise<ReadonlyMap<ReadModelName, ReadModelVersion>> {
  const stored = await db.collection<ReadModelVersion>(READ_MODEL_VERSIONS).find({}).toArray();
  const known = new Map(stored.map((model) => [model._id, model]));
  // One document holds the version of both, so that readers never combine a model with derived data of another version.
  for (const { name, madeFrom } of readModels) {
    const source = madeFrom && known.get(madeFrom);
    if (source) known.set(name, { ...source, _id: name });
  }
  return known;
}

/** The version each read model is served from; one that has not been set up is absent. */
export async function activeVersions(db: Db): Promise<ReadonlyMap<ReadModelName, number>> {
  return new Map([...(await modelVersions(db))].map(([name, { active }]) => [name, active]));
}
