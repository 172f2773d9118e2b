import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { activeVersions } from '@fundlens/read-models/store';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';

/** Reads documents of the active versions as they are stored, byte for byte. */
export type RecentDocuments = (readModel: ReadModelName, keys: readonly string[]) => Promise<readonly Buffer[]>;

export function createRecentDocuments(db: Db, { maxTimeMs }: { readonly maxTimeMs: number }): RecentDocuments {
  return (readModel, keys) =>
    mapMongoErrors(async () => {
      const active = (await activeVersions(db)).get(readModel);
      if (active === undefined) return [];
      const filter = { _id: { $in: [...keys] } };
      const found = db
        .collection<{ _id: string }>(collectionName(readModel, active))
        .find(filter, { raw: true, maxTimeMS: maxTimeMs });
      return (await found.toArray()) as unknown as Buffer[];
    });
}
