import { type Db, MongoServerError } from 'mongodb';
import { collectionName, type ReadModelDefinition, type ReadModelName, STAND_IN_INDEXES } from './definition.ts';
import { readModels } from './definitions.ts';
import { type ReadModelVersion, writtenVersions } from './model-version.ts';

/** One `ReadModelVersion` per read model that events change. Readers switch by it, never by renaming. */
export const READ_MODEL_VERSIONS = 'read_model_versions';

/** MongoDB's error code for a duplicate key. */
const DUPLICATE_KEY = 11_000;

/**
 * Creates the version pointer where there is none yet (an existing one is left alone: only a rebuild moves it), and the
 * collection and indexes of every version that projectors of these definitions write. Idempotent; safe when several
 * processes start at once.
 */
export async function ensureReadModels(
  db: Db,
  definitions: readonly ReadModelDefinition[],
  options: { readonly standInIndexes: boolean },
): Promise<void> {
  const known = await modelVersions(db);
  for (const definition of definitions) {
    const source = definition.madeFrom ?? definition.name;
    const present = known.get(source);
    const versions = present === undefined ? [definition.version] : writtenVersions(present, definition.version);
    for (const version of versions) await ensureIndexes(db, definition, { version, ...options });
  }
  // Last: what a pointer names is complete.
  for (const { name, version, madeFrom } of definitions) {
    if (madeFrom === undefined && !known.has(name)) await createPointer(db, name, version);
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

async function createPointer(db: Db, name: ReadModelName, version: number): Promise<void> {
  try {
    await db
      .collection<ReadModelVersion>(READ_MODEL_VERSIONS)
      .updateOne({ _id: name }, { $setOnInsert: { active: version } }, { upsert: true });
  } catch (error) {
    // Two upserts of one _id can race; the loser finds the pointer in place, which is all it wanted.
    if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
  }
}

/** What there is of each read model, those made from others included; one that has not been set up is absent. */
export async function modelVersions(db: Db): Promise<ReadonlyMap<ReadModelName, ReadModelVersion>> {
  const stored = await db.collection<ReadModelVersion>(READ_MODEL_VERSIONS).find({}).toArray();
  const known = new Map(stored.map((model) => [model._id, model]));
  // One document moves both, so that nobody ever sees a model beside what another version of it was made into.
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
