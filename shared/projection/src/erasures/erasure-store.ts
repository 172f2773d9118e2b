import { ERASURES, type Erasure, type ErasureMark } from '@fundlens/read-models/erasure';
import type { Generation } from '@fundlens/read-models/generation';
import { againAfterRace, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db, Filter } from 'mongodb';
import { MONGO_OPERATION_MS } from '../mongo-options.ts';

const LIMIT = { maxTimeMS: MONGO_OPERATION_MS };

/** All marks that were set up to `latest`, by MongoDB's clock. */
type Known = { readonly latest: number; readonly marks: Set<ErasureMark>; readonly at: number };

/** A mark is seen this long after its time at the latest: writes take their time, and so do clocks of servers that follow each other. */
const OVERLAP_MS = 60_000;
/** MongoDB's clock and that of an operator's command. An erasure that is repeated for nothing does no harm. */
const CLOCKS_DIFFER_MS = 600_000;

/**
 * Erasures are few, and every batch queries them. So all marks are in memory, and a query asks for those that were set since
 * the last one, which an index answers. `db` must read and write with majority concern: see composition-root.
 * @param monotonic milliseconds from any beginning
 */
export function createErasureStore(db: Db, monotonic = () => performance.now()) {
  const erasures = db.collection<Erasure>(ERASURES);
  let known: Known | null = null;

  async function current(how?: { readonly maxAgeMs: number }): Promise<Known['marks']> {
    const at = monotonic();
    const before = known;
    if (before !== null && how !== undefined && at - before.at <= how.maxAgeMs) return before.marks;
    const since: Filter<Erasure> = before === null ? {} : { setAt: { $gt: new Date(before.latest - OVERLAP_MS) } };
    const found = await mapMongoErrors(() =>
      erasures.find(since, { projection: { _id: 1, setAt: 1 }, ...LIMIT }).toArray(),
    );
    const marks = before?.marks ?? new Set<ErasureMark>();
    for (const { _id } of found) marks.add(_id);
    const latest = found.reduce((last, { setAt }) => Math.max(last, setAt.getTime()), before?.latest ?? 0);
    known = { latest, marks, at };
    return marks;
  }

  const oldestFirst = (filter: Filter<Erasure>) =>
    mapMongoErrors(() => erasures.find(filter, LIMIT).sort({ at: 1 }).toArray());

  return {
    async among(marks: Iterable<ErasureMark>, how?: { readonly maxAgeMs: number }): Promise<Set<ErasureMark>> {
      const found = new Set<ErasureMark>();
      let set: Known['marks'] | undefined;
      for (const mark of marks) {
        set ??= await current(how);
        if (set.size === 0) break;
        if (set.has(mark)) found.add(mark);
      }
      return found;
    },

    /** For a database that may have been restored from a backup: marks that it had may be gone. */
    forget(): void {
      known = null;
    },

    /** The first erasure of a subject stays on record. Acknowledged by the majority: every later read sees it. */
    async put({ _id, at, by }: Pick<Erasure, '_id' | 'at' | 'by'>): Promise<void> {
      const first = { at: { $ifNull: ['$at', at] }, by: { $ifNull: ['$by', { $literal: by }] } };
      const change = [{ $set: { ...first, setAt: '$$NOW' } }];
      await mapMongoErrors(() => againAfterRace(() => erasures.updateOne({ _id }, change, { upsert: true })));
    },

    /** Nothing of the subject is left in these generations. */
    async done(mark: ErasureMark, generations: readonly number[], at: number): Promise<void> {
      const doneAt = Object.fromEntries(generations.map((number) => [`doneAt.${number}`, at]));
      await mapMongoErrors(() => erasures.updateOne({ _id: mark }, [{ $set: { ...doneAt, setAt: '$$NOW' } }]));
    },

    /**
     * Those that were not completed at all, or not in one of the generations, the oldest first. One that was completed before a
     * generation was added is complete there: what its projectors write of the subject is erased.
     */
    pending: (generations: readonly Generation[]): Promise<Erasure[]> =>
      oldestFirst({
        $or: [
          { doneAt: { $exists: false } },
          ...generations.map(({ number, addedAt }) => ({
            [`doneAt.${number}`]: { $exists: false },
            setAt: { $gte: new Date(addedAt - CLOCKS_DIFFER_MS) },
          })),
        ],
      }),

    /** The oldest first. They are few. */
    all: (): Promise<Erasure[]> => oldestFirst({}),
  };
}
