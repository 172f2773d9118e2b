import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import type { HistoryStore, Sample } from './history.ts';

const CONSOLE_HISTORY = 'console_history';
const KEPT_SECONDS = 86_400;

/** `at` again as a date, for the index that removes it a day later. */
type StoredSample = { readonly _id: number; readonly streams: Sample['streams']; readonly keptFrom: Date };

export function createHistoryStore(db: Db, { maxTimeMs: maxTimeMS }: { readonly maxTimeMs: number }): HistoryStore {
  const history = db.collection<StoredSample>(CONSOLE_HISTORY);
  let hasIndex = false;
  return {
    load: (since) =>
      mapMongoErrors(async () => {
        const found = await history
          .find({ _id: { $gt: since, $lt: Number.MAX_SAFE_INTEGER } }, { maxTimeMS })
          .toArray();
        return found.map(({ _id, streams }) => ({ at: _id, streams }));
      }),

    store: (samples) =>
      mapMongoErrors(async () => {
        if (!hasIndex) await history.createIndex({ keptFrom: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_SECONDS });
        hasIndex = true;
        if (samples.length === 0) return;
        const operations = samples.map(({ at, streams }) => ({
          updateOne: {
            filter: { _id: at },
            update: { $setOnInsert: { streams, keptFrom: new Date(at) } },
            upsert: true,
          },
        }));
        await history.bulkWrite(operations, { ordered: false });
      }),
  };
}
