import type { SchemaWaits } from '@fundlens/contracts/writer-schemas';
import { SCHEMA_WAIT_KEPT_SECONDS, SCHEMA_WAITS, type SchemaWait } from '@fundlens/read-models/schema-wait';
import { againAfterRace, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';

/** Waits for schemas that all projectors share. Ages are by MongoDB's clock. */
export function createSchemaWaitStore(db: Db): SchemaWaits {
  const waits = db.collection<SchemaWait>(SCHEMA_WAITS);
  return {
    async met(id) {
      const update = [{ $set: { firstMetAt: { $ifNull: ['$firstMetAt', '$$NOW'] }, metAt: '$$NOW' } }];
      const found = await mapMongoErrors(() =>
        againAfterRace(() => waits.findOneAndUpdate({ _id: id }, update, { upsert: true, returnDocument: 'after' })),
      );
      return found === null ? 0 : Math.max(0, found.metAt.getTime() - found.firstMetAt.getTime());
    },
    async ended(id) {
      await mapMongoErrors(() => waits.deleteOne({ _id: id }));
    },
  };
}

/** Idempotent. */
export async function ensureSchemaWaits(db: Db): Promise<void> {
  await mapMongoErrors(() =>
    db
      .collection<SchemaWait>(SCHEMA_WAITS)
      .createIndex({ firstMetAt: 1 }, { expireAfterSeconds: SCHEMA_WAIT_KEPT_SECONDS }),
  );
}
