import { RetryableError } from '@fundlens/runtime/errors';
import { againAfterRace, mapMongoErrors, withMappedErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import { FIRST_PLACE, sweepPlaceSchema } from './sweep-place.ts';
import type { ClaimedSweep, SweepRecord, SweepRecords } from './sweep-record.ts';

export const SWEEPS = 'highlevel_sweeps';

/**
 * A process that ended without a word holds a sweep up for this long; one that lives renews three times as often. A lease that
 * has run out and that no other process has taken is still good.
 */
export const SWEEP_LEASE_MS = 10_000;

/** Ids, places in lists, codes and instants; no value of an entity. */
type SweepDocument = Omit<SweepRecord, 'locationId'> & {
  readonly _id: string;
  readonly startedAt: number | null;
  readonly owner: string | null;
  readonly leaseUntil: number;
};

const NEVER = { startedAt: null, place: null, completeAsOf: null, triedAt: null, owner: null, leaseUntil: 0 };

type Options = {
  /** Distinguishes this process from all others. */
  readonly owner: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly maxTimeMs: number;
};

/** `db` must read and write with majority concern. */
export function createSweepStore(db: Db, { owner, clock, maxTimeMs }: Options): SweepRecords {
  const sweeps = db.collection<SweepDocument>(SWEEPS);

  async function claim(_id: string): Promise<ClaimedSweep | null> {
    const now = clock();
    const isFree = { _id, leaseUntil: { $lte: now } };
    const lease = { owner, leaseUntil: now + SWEEP_LEASE_MS, triedAt: now };
    const fresh = { ...lease, startedAt: now, place: FIRST_PLACE, wanted: false };
    const options = { returnDocument: 'after', maxTimeMS: maxTimeMs } as const;
    const found =
      (await sweeps.findOneAndUpdate({ ...isFree, place: null }, { $set: fresh }, options)) ??
      (await sweeps.findOneAndUpdate(isFree, { $set: lease }, options));
    // A place that another version has written is none: the sweep begins anew.
    const place = sweepPlaceSchema.catch(FIRST_PLACE).parse(found?.place);
    return found === null ? null : { locationId: _id, startedAt: found.startedAt ?? now, place };
  }

  async function update({ locationId, startedAt }: ClaimedSweep, change: Partial<SweepDocument>): Promise<void> {
    const mine = { _id: locationId, owner, startedAt };
    const { matchedCount } = await sweeps.updateOne(mine, { $set: change });
    if (matchedCount === 0) {
      throw new RetryableError('sweep_lost', 'Another process has taken over the sweep of this location.');
    }
  }

  return withMappedErrors<SweepRecords>({
    claim,
    async register(_id) {
      const insert = { $setOnInsert: { ...NEVER, failure: null, wanted: false } };
      await againAfterRace(() => sweeps.updateOne({ _id }, insert, { upsert: true }));
    },
    save(sweep, place) {
      const finished = place === null ? { completeAsOf: sweep.startedAt, failure: null } : {};
      return update(sweep, { place, leaseUntil: clock() + SWEEP_LEASE_MS, ...finished });
    },
    renew: (sweep) => update(sweep, { leaseUntil: clock() + SWEEP_LEASE_MS }),
    release: (sweep, failure) =>
      update(sweep, { owner: null, leaseUntil: 0, ...(failure === null ? {} : { failure }) }),
    all: async () => (await sweeps.find({}, { maxTimeMS: maxTimeMs }).toArray()).map(recordOf),
  });
}

/** Asks for a sweep of the location: whichever process sweeps begins it. */
export async function wantSweep(db: Db, _id: string): Promise<void> {
  const sweeps = db.collection<SweepDocument>(SWEEPS);
  const update = { $set: { wanted: true, failure: null }, $setOnInsert: NEVER };
  await mapMongoErrors(() => againAfterRace(() => sweeps.updateOne({ _id }, update, { upsert: true })));
}

/** Null: the location is not known. */
export async function sweepOf(db: Db, _id: string): Promise<SweepRecord | null> {
  const found = await mapMongoErrors(() => db.collection<SweepDocument>(SWEEPS).findOne({ _id }));
  return found === null ? null : recordOf(found);
}

function recordOf({ _id, completeAsOf, triedAt, failure, wanted, place }: SweepDocument): SweepRecord {
  return { locationId: _id, completeAsOf, triedAt, failure, wanted, place };
}
