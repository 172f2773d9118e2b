import { ERASURE_GENERATION, ERASURES, type Erasure, type ErasureMark } from '@fundlens/read-models/erasure';
import { againAfterRace, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import type { Erasures } from './erasures.ts';

export type ErasureStore = Erasures & {
  /** The first erasure of a subject stays on record. Acknowledged by the majority: every later read sees it. */
  put(erasure: Erasure): Promise<void>;
  /** For a database that may have been restored from a backup: a generation that it had may be another one now. */
  forget(): void;
};

type ErasureStoreOptions = {
  readonly maxTimeMs: number;
  /** Milliseconds from any beginning. */
  readonly monotonic?: () => number;
};

type Generation = { readonly _id: typeof ERASURE_GENERATION; readonly generation: number };
/** All marks of one generation. */
type Known = { readonly generation: number; readonly marks: ReadonlySet<ErasureMark>; readonly at: number };

/**
 * Erasures are few, and every batch queries them. So all marks are cached with their generation, and a query costs one
 * read of the generation, which grows after each mark is stored and before the eraser looks for documents. `db` must read and write with majority concern: see composition-root.
 */
export function createErasureStore(db: Db, options: ErasureStoreOptions): ErasureStore {
  const { maxTimeMs: maxTimeMS, monotonic = () => performance.now() } = options;
  const erasures = db.collection<Erasure>(ERASURES);
  const generations = db.collection<Generation>(ERASURES);
  let known: Known | null = null;

  async function refreshed(): Promise<Known> {
    const at = monotonic();
    const found = await mapMongoErrors(() => generations.findOne({ _id: ERASURE_GENERATION }, { maxTimeMS }));
    const generation = found?.generation ?? 0;
    if (known?.generation === generation) return { ...known, at };
    const filter = { _id: { $ne: ERASURE_GENERATION as unknown as ErasureMark } };
    const marks = await mapMongoErrors(() => erasures.find(filter, { projection: { _id: 1 }, maxTimeMS }).toArray());
    return { generation, marks: new Set(marks.map(({ _id }) => _id)), at };
  }

  return {
    async among(marks, how) {
      const wanted: ErasureMark[] = [...marks];
      if (wanted.length === 0) return new Set();
      if (known === null || how === undefined || monotonic() - known.at > how.maxAgeMs) known = await refreshed();
      const set = known.marks;
      return set.size === 0 ? new Set() : new Set(wanted.filter((mark) => set.has(mark)));
    },

    forget() {
      known = null;
    },

    async put({ _id, ...first }) {
      await mapMongoErrors(() =>
        againAfterRace(() => erasures.updateOne({ _id }, { $setOnInsert: first }, { upsert: true })),
      );
      const grow = { $inc: { generation: 1 } };
      await mapMongoErrors(() =>
        againAfterRace(() => generations.updateOne({ _id: ERASURE_GENERATION }, grow, { upsert: true })),
      );
    },
  };
}
