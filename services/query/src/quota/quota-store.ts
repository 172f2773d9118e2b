import { QUOTA_DAYS, type QuotaDay, quotaDayExpiry } from '@fundlens/read-models/quota-day';
import { withMappedErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db } from 'mongodb';

const DAY_MS = 86_400_000;

/** What a bucket has spent on a UTC day (days since 1970). */
export type Spending = { readonly bucket: string; readonly day: number; readonly spent: number };

export type QuotaStore = ReturnType<typeof createQuotaStore>;

/** Every function throws RetryableError `mongodb_unavailable`. */
export function createQuotaStore(db: Db) {
  const days: Collection<QuotaDay> = db.collection(QUOTA_DAYS);

  return withMappedErrors({
    /** 0 when nothing was spent. */
    load: async (bucket: string, day: number): Promise<number> =>
      (await days.findOne({ _id: quotaDayId(bucket, day) }))?.spent ?? 0,
    /** Raises stored totals to these, and never lowers them. */
    async raise(totals: readonly Spending[]): Promise<void> {
      if (totals.length === 0) return;
      const writes = totals.map(({ bucket, day, spent }) => ({
        updateOne: {
          filter: { _id: quotaDayId(bucket, day) },
          update: { $max: { spent }, $setOnInsert: { expiresAt: quotaDayExpiry(day) } },
          upsert: true,
        },
      }));
      await days.bulkWrite(writes, { ordered: false, writeConcern: { w: 'majority' } });
    },
  });
}

function quotaDayId(bucket: string, day: number): string {
  return `${bucket}:${new Date(day * DAY_MS).toISOString().slice(0, 10)}`;
}
