import { RetryableError } from '@fundlens/runtime/errors';
import { isDuplicateKey } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import { CHECKPOINTS } from './checkpoint.ts';
import { BY_VIEWS_VERSION, collectionName, standInIndex } from './definition.ts';
import { readModels } from './definitions.ts';
import { FIRST_GENERATION, type Fingerprint, GENERATIONS, type GenerationPointer, POINTER_ID } from './generation.ts';

/** What readers use; before any projector has started, what the first one will make. */
export async function activeGeneration(db: Db): Promise<number> {
  return (await readPointer(db))?.active ?? FIRST_GENERATION;
}

/** Null: no projector has ever started on this database. */
export async function readPointer(db: Db): Promise<GenerationPointer | null> {
  return await db.collection<GenerationPointer>(GENERATIONS).findOne({ _id: POINTER_ID });
}

/** All indexes of one generation; on collections that are filled already this may take its time. Idempotent. */
export async function ensureIndexes(
  db: Db,
  generation: number,
  { standInIndexes }: { readonly standInIndexes: boolean },
): Promise<void> {
  for (const { name, views, indexes } of readModels) {
    const rendered = views.length > 0 ? [BY_VIEWS_VERSION] : [];
    const all = [...indexes, ...rendered, ...(standInIndexes ? [standInIndex(name)] : [])];
    if (all.length > 0)
      await db.collection(collectionName(name, generation)).createIndexes(all.map((index) => ({ ...index })));
  }
}

/**
 * The pointer; where there is none yet it is created with the first generation, whose collections are complete by then.
 * Safe when several processes start at once: the first decides on the fingerprint.
 */
export async function ensurePointer(
  db: Db,
  given: { readonly fingerprint: Fingerprint; readonly at: number; readonly standInIndexes: boolean },
): Promise<GenerationPointer> {
  const present = await readPointer(db);
  if (present !== null) return present;
  // While a backup is restored in place, its own comes soon: one that is made meanwhile would keep it out.
  if ((await db.collection(CHECKPOINTS).findOne({})) !== null)
    throw new RetryableError('generation_missing', 'There are checkpoints, and no generations: restore that document.');
  await ensureIndexes(db, FIRST_GENERATION, given);
  const first: GenerationPointer = {
    _id: POINTER_ID,
    active: FIRST_GENERATION,
    generations: [{ number: FIRST_GENERATION, fingerprint: given.fingerprint, addedAt: given.at }],
    last: FIRST_GENERATION,
    revision: 1,
  };
  try {
    await db.collection<GenerationPointer>(GENERATIONS).insertOne(first);
    return first;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return (await readPointer(db)) ?? first;
}
