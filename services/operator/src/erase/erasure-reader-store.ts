import { ERASURES, type Erasure } from '@fundlens/read-models/erasure';
import { mapMongoErrors, mongoError } from '@fundlens/runtime/mongodb-errors';
import type { Db, Filter } from 'mongodb';

export type ErasureReader = {
  /** Erasures since `at`, epoch milliseconds; the newest first. @throws RetryableError `mongodb_unavailable` */
  newest(at: number, limit: number): Promise<readonly Erasure[]>;
  /** The oldest first, read from MongoDB as they are taken. @throws RetryableError `mongodb_unavailable` */
  oldest(at: number): AsyncIterable<Erasure>;
};

/** Erasures are few, so their times have no index. `db` must read with majority concern: see composition-root. */
export function createErasureReader(db: Db, { maxTimeMs }: { readonly maxTimeMs: number }): ErasureReader {
  const erasures = db.collection<Erasure>(ERASURES);
  return {
    newest: (at, limit) =>
      mapMongoErrors(() => erasures.find(since(at), { maxTimeMS: maxTimeMs }).sort({ at: -1 }).limit(limit).toArray()),

    async *oldest(at) {
      const cursor = erasures.find(since(at)).sort({ at: 1 });
      try {
        yield* cursor;
      } catch (error) {
        throw mongoError(error);
      } finally {
        await cursor.close();
      }
    },
  };
}

function since(at: number): Filter<Erasure> {
  return { at: { $gte: at } };
}
