import { ERASURES, type Erasure, type ErasureMark } from '@fundlens/read-models/erasure';
import type { Db } from 'mongodb';
import { againAfterRace, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Erasures } from './erasures.ts';

export type ErasureStore = Erasures & {
  /** The first one to erase somebody stays on record. Acknowledged by the majority. */
  put(erasure: Erasure): Promise<void>;
};

/** `db` must read and write with majority concern: see composition-root. */
export function createErasureStore(db: Db, { maxTimeMs: maxTimeMS }: { readonly maxTimeMs: number }): ErasureStore {
  const erasures = db.collection<Erasure>(ERASURES);
  return {
    async among(marks) {
      const wanted: ErasureMark[] = [...marks];
      if (wanted.length === 0) return new Set();
      const found = await mapMongoErrors(() =>
        erasures.find({ _id: { $in: wanted } }, { projection: { _id: 1 }, maxTimeMS }).toArray(),
      );
      return new Set(found.map(({ _id }) => _id));
    },

    async put({ _id, ...first }) {
      await mapMongoErrors(() =>
        againAfterRace(() => erasures.updateOne({ _id }, { $setOnInsert: first }, { upsert: true })),
      );
    },
  };
}
