import { FatalError, RetryableError } from '@fundlens/runtime/errors';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { type Db, MongoServerError } from 'mongodb';
import type { z } from 'zod';
import { tallySchema, type Tally } from './tally.ts';
import type { WalkState } from './walk.ts';
import type { ClaimedWalk, WalkName, WalkPurpose, WalkRecords } from './walk-record.ts';

export const WALKS = 'highlevel_walks';

/**
 * A process that ended without a word holds a walk up for this long; one that lives renews three times as often. A lease that
 * has run out and that no other process has taken is still good.
 */
export const WALK_LEASE_MS = 10_000;
const DUPLICATE_KEY = 11_000;

/** Ids, places in lists, counts and codes; no value of an entity. */
type WalkDocument = {
  readonly _id: string;
  readonly purpose: WalkPurpose;
  readonly locationId: string;
  readonly startedAt: number | null;
  readonly place: unknown;
  readonly tally: Tally;
  readonly finishedAt: number | null;
  readonly completeAsOf: number | null;
  readonly triedAt: number | null;
  readonly failure: string | null;
  readonly owner: string | null;
  readonly leaseUntil: number;
};

type Options<Place> = {
  readonly placeSchema: z.ZodType<Place>;
  /** Distinguishes this process from all others. */
  readonly owner: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly maxTimeMs: number;
  readonly leaseMs?: number;
};

const idOf = ({ purpose, locationId }: WalkName) => `${purpose}/${locationId}`;

/** `db` must read and write with majority concern. */
export function createWalkStore<Place>(
  db: Db,
  { placeSchema, owner, clock, maxTimeMs, leaseMs = WALK_LEASE_MS }: Options<Place>,
): WalkRecords<Place> {
  const walks = db.collection<WalkDocument>(WALKS);

  async function register(name: WalkName): Promise<void> {
    const { purpose, locationId } = name;
    const begin = { startedAt: null, place: null, tally: {}, finishedAt: null, completeAsOf: null, triedAt: null };
    const document = { _id: idOf(name), purpose, locationId, ...begin, failure: null, owner: null, leaseUntil: 0 };
    await mapMongoErrors(() => walks.insertOne(document).catch(ignoreDuplicate));
  }

  function stateOf({ place, tally }: WalkDocument): WalkState<Place> {
    const stored = { place: placeSchema.nullable().safeParse(place), tally: tallySchema.safeParse(tally) };
    if (!stored.place.success || !stored.tally.success) {
      throw new FatalError('walk_record', 'A stored walk is not as this version writes it. Begin it again.');
    }
    return { place: stored.place.data, tally: stored.tally.data };
  }

  async function claim(name: WalkName, { first, again }: { readonly first: Place; readonly again: boolean }) {
    await register(name);
    const now = clock();
    const isFree = { _id: idOf(name), leaseUntil: { $lte: now } };
    const lease = { owner, leaseUntil: now + leaseMs, triedAt: now };
    const fresh = { ...lease, startedAt: now, place: first, tally: {}, finishedAt: null };
    const options = { returnDocument: 'after', maxTimeMS: maxTimeMs } as const;
    const begin = { ...isFree, ...(again ? {} : { place: null }) };
    const found =
      (await mapMongoErrors(() => walks.findOneAndUpdate(begin, { $set: fresh }, options))) ??
      (await mapMongoErrors(() => walks.findOneAndUpdate(isFree, { $set: lease }, options)));
    return found === null ? null : { ...name, startedAt: found.startedAt ?? now, state: stateOf(found) };
  }

  async function update(walk: ClaimedWalk<Place>, change: Partial<WalkDocument>): Promise<void> {
    const mine = { _id: idOf(walk), owner, startedAt: walk.startedAt };
    const { matchedCount } = await mapMongoErrors(() => walks.updateOne(mine, { $set: change }));
    if (matchedCount === 0) {
      throw new RetryableError('walk_lost', 'Another process has taken over the walk of this location.');
    }
  }

  return {
    ...{ register, claim },
    save(walk, { place, tally }) {
      const now = clock();
      const finished = { finishedAt: now, completeAsOf: walk.startedAt, failure: null };
      return update(walk, { place, tally, leaseUntil: now + leaseMs, ...(place === null ? finished : {}) });
    },
    renew: (walk) => update(walk, { leaseUntil: clock() + leaseMs }),
    async release(walk, failure) {
      await update(walk, { owner: null, leaseUntil: 0, ...(failure === null ? {} : { failure }) });
    },
    async summaries(purpose) {
      const found = await mapMongoErrors(() => walks.find({ purpose }, { maxTimeMS: maxTimeMs }).toArray());
      return found.map(({ locationId, startedAt, finishedAt, completeAsOf, triedAt, failure, tally }) => ({
        ...{ purpose, locationId, startedAt, finishedAt, completeAsOf, triedAt, failure, tally },
      }));
    },
  };
}

function ignoreDuplicate(error: unknown): undefined {
  if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return undefined;
  throw error;
}
