import { randomUUID } from 'node:crypto';
import { againAfterRace, isDuplicateKey, mapMongoErrors, withMappedErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db, Filter } from 'mongodb';
import { type EntityKind, entityName, entityRefOf } from '../entity-ref.ts';
import { ABSENCE_AGAIN_MS, type EntityMark, type Marks, NOTHING_KNOWN } from './mark.ts';

/** `_id` is the entity's name. What is not known is missing, so that the index holds marks only. */
type StoredMark = Partial<Omit<EntityMark, 'ref'>> & {
  readonly _id: string;
  readonly locationId: string | null;
  readonly saidAt?: number;
  /** Until then another reading would be a second one. */
  readonly claimedUntil?: number;
  readonly listedIn?: number;
};

export const MARKS = 'highlevel_marks';
/** The marks of locations that are to be swept. */
export const SWEEPS = 'highlevel_sweeps';
export type MarkCollection = typeof MARKS | typeof SWEEPS;

/** Sorts right after every name that begins with the slash before it. */
const AFTER_SLASH = '0';
/** More companies than ever had one location. */
const MAX_COMPANIES = 100;
const NOTHING = '' as const;
const MARK_FIELDS = {
  token: NOTHING,
  markedAt: NOTHING,
  urgent: NOTHING,
  said: NOTHING,
  claimedUntil: NOTHING,
  waitsUntil: NOTHING,
};

/**
 * `db` must read and write with majority concern: a decision is never taken back by a failover.
 * @param maxTimeMS of one operation
 */
export function createMarkStore(db: Db, name: MarkCollection, maxTimeMS: number): Marks {
  const marks = db.collection<StoredMark>(name);
  const limits = { maxTimeMS };
  const read = async (filter: Filter<StoredMark>, limit = 0) =>
    (await marks.find(filter, limits).limit(limit).toArray()).map(markOf);
  return withMappedErrors<Marks>({
    ...settling(marks, limits),
    async mark(ref, { at, urgent, said, listed }) {
      const _id = entityName(ref);
      const set = {
        token: randomUUID(),
        markedAt: at,
        // A sweep takes nothing of a webhook's haste away.
        ...(urgent && { urgent }),
        ...(said && { said, saidAt: said.at }),
        ...(listed !== undefined && { listed }),
      };
      const update = { $set: set, $unset: { waitsUntil: NOTHING }, $setOnInsert: { locationId: ref.locationId } };
      const isLater = said === undefined ? {} : { saidAt: { $not: { $gte: said.at } } };
      try {
        await marks.updateOne({ _id, ...isLater }, update, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // Two inserted at once, or what is stored says something later.
        await marks.updateOne({ _id, ...isLater }, update);
      }
    },
    async due(now, { first, without, limit }) {
      const isFree = { $not: { $gt: now } };
      const filter = {
        markedAt: { $exists: true },
        claimedUntil: isFree,
        waitsUntil: isFree,
        ...(without.length > 0 && { locationId: { $nin: [...without] } }),
        ...(first === 'latest' && { urgent: true }),
      };
      const sorted = marks.find(filter, limits).sort({ markedAt: first === 'oldest' ? 1 : -1 });
      return (await sorted.limit(limit).toArray()).map(markOf);
    },
    async oldest() {
      const marked = marks.find({ markedAt: { $exists: true } }, limits).sort({ markedAt: 1 });
      return (await marked.limit(1).next())?.markedAt ?? null;
    },
    // Half of that time is more than the clocks of two processes differ.
    toRead: (locationId, now) =>
      marks.countDocuments({ locationId, markedAt: { $lte: now + ABSENCE_AGAIN_MS / 2 } }, limits),
    installations: (locationId) => read({ _id: within('installation', locationId) }, MAX_COMPANIES),
    locations: () => read({ $or: [{ _id: allOf('location') }, { _id: allOf('installation') }] }),
    load: (refs) => read({ _id: { $in: refs.map(entityName) } }),
    async noteListed(refs, run) {
      const filter = { _id: { $in: refs.map(entityName) } };
      await againAfterRace(() => marks.updateMany(filter, { $set: { listedIn: run } }));
    },
    async unlisted({ kind, locationId }, run, limit) {
      const filter = { _id: within(kind, locationId), 'known.state': 'live' as const, listedIn: { $ne: run } };
      return (await read(filter, limit)).map(({ ref }) => ref);
    },
  });
}

/** A reading, from its claim to its end. */
function settling(
  marks: Collection<StoredMark>,
  limits: { readonly maxTimeMS: number },
): Pick<Marks, 'claim' | 'addContact' | 'settle' | 'postpone'> {
  return {
    async claim({ ref, version, token }, claim) {
      const same = {
        _id: entityName(ref),
        token: token ?? '',
        version: version === 0 ? { $exists: false } : version,
      };
      const update = { $set: { version: claim.version, claimedUntil: claim.until } };
      const claimed = await marks.findOneAndUpdate(same, update, { returnDocument: 'after', ...limits });
      return claimed === null ? null : markOf(claimed);
    },
    async addContact({ ref, version }, contactId) {
      const update = { $addToSet: { contactIds: contactId } };
      return (await marks.updateOne({ _id: entityName(ref), version }, update)).matchedCount === 1;
    },
    async settle({ ref, version, token }, { noted, again }) {
      const filter = { _id: entityName(ref), version };
      const same = await marks.updateOne(
        { ...filter, token: token ?? '' },
        again === null
          ? { $set: noted, $unset: MARK_FIELDS }
          : {
              $set: { ...noted, markedAt: again, waitsUntil: again },
              $unset: { claimedUntil: NOTHING, said: NOTHING },
            },
      );
      if (same.matchedCount === 1) return;
      await marks.updateOne(filter, { $set: noted, $unset: { claimedUntil: NOTHING } });
    },
    async postpone({ ref, version }, until) {
      const update = { $set: { waitsUntil: until }, $unset: { claimedUntil: NOTHING } };
      await marks.updateOne({ _id: entityName(ref), version }, update);
    },
  };
}

/** Idempotent. @param standIn the local stand-in for MongoDB scans everything without the second index */
export async function ensureMarks(db: Db, { standIn }: { readonly standIn: boolean }): Promise<void> {
  await mapMongoErrors(async () => {
    const partialFilterExpression = { markedAt: { $exists: true } };
    for (const name of [MARKS, SWEEPS]) {
      const marks = db.collection<StoredMark>(name);
      await marks.createIndex({ markedAt: 1 }, { name: 'marked', partialFilterExpression });
      await marks.createIndex({ locationId: 1, markedAt: 1 }, { name: 'marked_of_location', partialFilterExpression });
      if (standIn) await marks.createIndex({ _id: 1, version: 1 }, { name: 'stand_in' });
    }
  });
}

function allOf(kind: EntityKind) {
  return { $gte: `${kind}/`, $lt: `${kind}${AFTER_SLASH}` };
}

function within(kind: EntityKind, locationId: string | null) {
  const prefix = `${kind}/${locationId ?? ''}`;
  return { $gt: `${prefix}/`, $lt: `${prefix}${AFTER_SLASH}` };
}

function markOf(stored: StoredMark): EntityMark {
  return { ...NOTHING_KNOWN, ...stored, ref: entityRefOf(stored._id) };
}
