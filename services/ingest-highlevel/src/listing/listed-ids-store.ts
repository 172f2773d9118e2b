import { hash } from 'node:crypto';
import { againAfterRace, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import type { ListedIds, ListingRun } from './listed-ids.ts';
import type { ListedKind } from './listing-page.ts';

export const LISTED_IDS = 'highlevel_listed_ids';

/** The ids of one page. */
type ListedPageDocument = {
  readonly _id: string;
  readonly locationId: string;
  /** Epoch milliseconds; the run. */
  readonly startedAt: number;
  readonly kind: ListedKind;
  readonly ids: readonly string[];
};

/** `db` must read and write with majority concern. */
export function createListedIdsStore(db: Db, { maxTimeMs }: { readonly maxTimeMs: number }): ListedIds {
  const pages = db.collection<ListedPageDocument>(LISTED_IDS);
  return {
    async add({ locationId, startedAt }, kind, ids) {
      if (ids.length === 0) return;
      // A page that is read again adds nothing.
      const _id = hash('sha256', JSON.stringify([locationId, startedAt, kind, ids]));
      const document = { locationId, startedAt, kind, ids: [...ids] };
      await mapMongoErrors(() => againAfterRace(() => pages.updateOne({ _id }, { $set: document }, { upsert: true })));
    },
    async among({ locationId, startedAt }: ListingRun, kind, ids) {
      if (ids.length === 0) return new Set();
      const wanted = new Set(ids);
      const filter = { locationId, startedAt, kind, ids: { $in: [...ids] } };
      const found = await mapMongoErrors(() =>
        pages.find(filter, { projection: { ids: 1 }, maxTimeMS: maxTimeMs }).toArray(),
      );
      return new Set(found.flatMap((page) => page.ids.filter((id) => wanted.has(id))));
    },
    async forget(locationId, before) {
      await mapMongoErrors(() => pages.deleteMany({ locationId, startedAt: { $lt: before } }));
    },
  };
}

export async function ensureListedIds(db: Db): Promise<void> {
  await mapMongoErrors(() => db.collection(LISTED_IDS).createIndex({ locationId: 1, startedAt: 1, kind: 1, ids: 1 }));
}
