import { isDuplicateKey, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db } from 'mongodb';
import { type EntityRef, entityName, entityRefOf } from '../entity-ref.ts';
import type { EntityState, EntityStates } from './entity-state.ts';

/** `_id` is the entity's name; the instant is a date so that an index and people can read it. */
type StoredState = Omit<EntityState, 'ref' | 'dueAt'> & { readonly _id: string; readonly dueAt?: Date };

export const ENTITY_STATES = 'highlevel_entity_states';

/** Sorts right after every name that begins with the slash before it. */
const AFTER_SLASH = '0';

type StoreOptions = {
  /** A database operation may take this long. */
  readonly maxTimeMs: number;
};

/** States of entities in MongoDB. Reads and writes are of the majority: a decision is never taken back by a failover. */
export function createEntityStateStore(db: Db, { maxTimeMs }: StoreOptions): EntityStates {
  const states: Collection<StoredState> = db.collection(ENTITY_STATES);
  const limits = { maxTimeMS: maxTimeMs };
  return {
    load: (ref) => mapMongoErrors(async () => stateOf(await states.findOne({ _id: entityName(ref) }, limits))),
    swap: (previous, next) =>
      mapMongoErrors(async () => {
        const { ref, dueAt, ...rest } = next;
        const stored: StoredState = {
          _id: entityName(ref),
          ...rest,
          ...(dueAt !== null && { dueAt: new Date(dueAt) }),
        };
        if (previous === null) return await inserted(states, stored);
        const filter = { _id: stored._id, revision: previous.revision };
        return (await states.replaceOne(filter, stored, { ...limits, upsert: false })).matchedCount === 1;
      }),
    due: (now, limit) =>
      mapMongoErrors(async () => {
        const cursor = states.find({ dueAt: { $lte: new Date(now) } }, { ...limits, projection: { _id: 1 } });
        const found = await cursor.sort({ dueAt: 1 }).limit(limit).toArray();
        return found.map(({ _id }) => knownRef(_id));
      }),
    backlog: (now) =>
      mapMongoErrors(async () => {
        const filter = { dueAt: { $lte: new Date(now) } };
        const oldest = await states.find(filter, limits).sort({ dueAt: 1 }).limit(1).next();
        const entities = oldest === null ? 0 : await states.countDocuments(filter, limits);
        return { entities, oldestDueAt: oldest?.dueAt?.getTime() ?? null };
      }),
    list: ({ kind, locationId }, { afterId, limit }) =>
      mapMongoErrors(async () => {
        const prefix = `${kind}/${locationId ?? ''}`;
        const range = { $gt: `${prefix}/${afterId ?? ''}`, $lt: `${prefix}${AFTER_SLASH}` };
        const found = await states.find({ _id: range }, limits).sort({ _id: 1 }).limit(limit).toArray();
        return found.flatMap((stored) => stateOf(stored) ?? []);
      }),
  };
}

/** Idempotent. @param standIn the local stand-in for MongoDB scans everything without the second index */
export async function ensureEntityStates(db: Db, { standIn }: { readonly standIn: boolean }): Promise<void> {
  await mapMongoErrors(async () => {
    const states = db.collection<StoredState>(ENTITY_STATES);
    await states.createIndex({ dueAt: 1 }, { name: 'due', partialFilterExpression: { dueAt: { $exists: true } } });
    if (standIn) await states.createIndex({ _id: 1, revision: 1 }, { name: 'stand_in' });
  });
}

async function inserted(states: Collection<StoredState>, stored: StoredState): Promise<boolean> {
  try {
    await states.insertOne(stored);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

function stateOf(stored: StoredState | null): EntityState | null {
  if (stored === null) return null;
  const { _id, dueAt, ...rest } = stored;
  return { ...rest, ref: knownRef(_id), dueAt: dueAt?.getTime() ?? null };
}

function knownRef(name: string): EntityRef {
  const ref = entityRefOf(name);
  if (ref === null) throw new TypeError('A stored state has a name that is none.');
  return ref;
}
