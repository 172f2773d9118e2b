import { DEAD_LETTERS, type DeadLetter, type DeadLetterStatus } from '@fundlens/read-models/dead-letter';
import type { Db } from 'mongodb';
import { againAfterRace, inMongo } from '../writer/mongo-failure.ts';

export type DeadLetterStore = {
  /**
   * Stores each dead letter under its place in the log; one that is there already keeps what it says and its status, and
   * counts one attempt more. Acknowledged by the majority.
   */
  store(letters: readonly DeadLetter[]): Promise<void>;
  /** Null when there is none. */
  statusOf(id: string): Promise<DeadLetterStatus | null>;
};

/** `db` must read and write with majority concern: see composition-root. */
export function createDeadLetterStore(db: Db): DeadLetterStore {
  const collection = db.collection<DeadLetter>(DEAD_LETTERS);
  return {
    async store(letters) {
      if (letters.length === 0) return;
      const operations = letters.map(({ _id, attempts, lastAttemptAt, ...first }) => ({
        updateOne: {
          filter: { _id },
          update: { $setOnInsert: first, $inc: { attempts }, $max: { lastAttemptAt } },
          upsert: true,
        },
      }));
      await inMongo(() => againAfterRace(() => collection.bulkWrite(operations, { ordered: false })));
    },

    async statusOf(id) {
      const found = await inMongo(() => collection.findOne({ _id: id }, { projection: { status: 1 } }));
      return found?.status ?? null;
    },
  };
}
