import { ERASURES, type Erasure } from '@fundlens/read-models/erasure';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import { walk } from '../cursor-walk.ts';

/** Erasures since `at`, epoch milliseconds. */
export type ErasureReader = {
  /** The newest first. @throws RetryableError `mongodb_unavailable` */
  newest(at: number, limit: number): Promise<readonly Erasure[]>;
  /** The oldest first, read from MongoDB as they are taken. @throws RetryableError `mongodb_unavailable` */
  oldest(at: number): AsyncIterable<Erasure>;
};

/** Erasures are few, so their times have no index. `db` must read with majority concern: see composition-root. */
export function createErasureReader(db: Db, { maxTimeMs: maxTimeMS }: { readonly maxTimeMs: number }): ErasureReader {
  const since = (at: number) => db.collection<Erasure>(ERASURES).find({ at: { $gte: at } });
  return {
    newest: (at, limit) => mapMongoErrors(() => since(at).maxTimeMS(maxTimeMS).sort({ at: -1 }).limit(limit).toArray()),
    oldest: (at) => walk(since(at).sort({ at: 1 })),
  };
}
