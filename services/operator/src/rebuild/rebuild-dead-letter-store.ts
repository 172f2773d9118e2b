import { DEAD_LETTERS, type DeadLetter, deadLetterId } from '@fundlens/read-models/dead-letter';
import type { Db } from 'mongodb';
import type { TopicPartition, SourceRecord } from '@fundlens/projection/log/source';
import type { DeadLetterStore } from '@fundlens/projection/dead-letters/dead-letter-store';
import { LEFT_OUT } from '@fundlens/projection/dead-letters/left-out';
import { againAfterRace, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';

const REBUILD_DEAD_LETTERS = 'rebuild_dead_letters';

/**
 * The dead letters of a rebuild. Most of them are dead letters of the projectors already. The others stay here until the
 * switch: an event that projectors have applied must not block a company, location or credential because a rebuild by
 * other code rejects it.
 */
export type RebuildDeadLetters = DeadLetterStore & {
  /** The records for a rebuild: discarded ones have no value, like compaction markers. */
  withoutLeftOut(topicPartition: TopicPartition, records: readonly SourceRecord[]): Promise<readonly SourceRecord[]>;
  /** Events that are no dead letters of the projectors. */
  unknown(): Promise<readonly DeadLetter[]>;
  /** Stores them as dead letters. */
  adopt(): Promise<void>;
  clear(): Promise<void>;
};

/** `db` must read and write with majority concern: see composition-root. */
export function createRebuildDeadLetters(db: Db, deadLetters: DeadLetterStore): RebuildDeadLetters {
  const known = db.collection<DeadLetter>(DEAD_LETTERS);
  const own = db.collection<DeadLetter>(REBUILD_DEAD_LETTERS);

  async function withoutKnown(deadLetters: readonly DeadLetter[]): Promise<DeadLetter[]> {
    if (deadLetters.length === 0) return [];
    const ids = deadLetters.map(({ _id }) => _id);
    const found = await mapMongoErrors(() => known.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray());
    const present = new Set(found.map(({ _id }) => _id));
    return deadLetters.filter(({ _id }) => !present.has(_id));
  }

  const unknown = async () => withoutKnown(await mapMongoErrors(() => own.find({}).toArray()));

  /** Without payloads: an erasure does not read this collection. */
  async function keep(deadLetters: readonly DeadLetter[]): Promise<void> {
    const operations = deadLetters.map(({ _id, ...deadLetter }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: { ...deadLetter, payload: null } }, upsert: true },
    }));
    if (operations.length > 0)
      await mapMongoErrors(() => againAfterRace(() => own.bulkWrite(operations, { ordered: false })));
  }

  return {
    async withoutLeftOut(topicPartition, records) {
      const idOf = ({ offset }: SourceRecord) => deadLetterId({ ...topicPartition, offset });
      const filter = { _id: { $in: records.map(idOf) }, status: { $in: [...LEFT_OUT.rebuilt] } };
      const found = await mapMongoErrors(() => known.find(filter, { projection: { _id: 1 } }).toArray());
      const leftOut = new Set(found.map(({ _id }) => _id));
      return records.map((record) => (leftOut.has(idOf(record)) ? { ...record, value: null } : record));
    },

    store: async (deadLetters) => keep(await withoutKnown(deadLetters)),
    statusOf: deadLetters.statusOf,
    unknown,
    adopt: async () => deadLetters.store(await unknown()),
    async clear() {
      await mapMongoErrors(() => own.deleteMany({}));
    },
  };
}
