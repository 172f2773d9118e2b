import { type Db, MongoServerError } from 'mongodb';
import {
  collectionName,
  modelVersion,
  type ReadModelDefinition,
  type ReadModelName,
  STAND_IN_INDEXES,
} from './definition.ts';

/** One document per read model: which version readers use. Readers switch by this pointer, never by renaming. */
export const READ_MODEL_VERSIONS = 'read_model_versions';

/** MongoDB's error code for a duplicate key. */
const DUPLICATE_KEY = 11_000;

export type ReadModelVersion = { readonly _id: ReadModelName; readonly active: number };

/**
 * Creates the collection and indexes of each definition, and the version pointer where there is none yet (an existing
 * pointer is left alone: only a finished rebuild moves it). Idempotent; safe when several processes start at once.
 */
export async function ensureReadModels(
  db: Db,
  definitions: readonly ReadModelDefinition[],
  options: { readonly standInIndexes: boolean },
): Promise<void> {
  for (const definition of definitions) {
    const collection = db.collection(modelVersion(definition));
    const indexes = [...definition.indexes, ...(options.standInIndexes ? STAND_IN_INDEXES : [])];
    if (indexes.length > 0) await collection.createIndexes(indexes.map((index) => ({ ...index })));
    await createPointer(db, definition);
  }
}

async function createPointer(db: Db, definition: ReadModelDefinition): Promise<void> {
  try {
    await db
      .collection<ReadModelVersion>(READ_MODEL_VERSIONS)
      .updateOne({ _id: definition.name }, { $setOnInsert: { active: definition.version } }, { upsert: true });
  } catch (error) {
    // Two upserts of one _id can race; the loser finds the pointer in place, which is all it wanted.
    if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
  }
}

/** The version each read model is served from; a model without a pointer has not been set up and is absent. */
export async function activeVersions(db: Db): Promise<ReadonlyMap<ReadModelName, number>> {
  const pointers = await db.collection<ReadModelVersion>(READ_MODEL_VERSIONS).find({}).toArray();
  return new Map(pointers.map(({ _id, active }) => [_id, active]));
}

/** The collection that readers of `name` use now. */
export function activeCollection(name: ReadModelName, versions: ReadonlyMap<ReadModelName, number>): string | null {
  const version = versions.get(name);
  return version === undefined ? null : collectionName(name, version);
}
