import {
  DEAD_LETTER_STATUSES,
  DEAD_LETTERS,
  type DeadLetter,
  type DeadLetterStatus,
  openIn,
} from '@fundlens/read-models/dead-letter';
import { marksOf, type Subject } from '@fundlens/read-models/erasure';
import type { Db } from 'mongodb';
import type { Erasures } from '../erasures/erasures.ts';
import type { OpenDeadLetters } from './open-dead-letters.ts';
import { againAfterRace, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';

export type DeadLetterStore = {
  /**
   * Stores each dead letter under its topic, partition and offset. A stored one keeps its fields and counts one more
   * attempt; it is open in this generation from now on, unless it was discarded, or replayed here before. Payloads of erased subjects are not stored. Acknowledged by the majority.
   */
  store(deadLetters: readonly DeadLetter[]): Promise<void>;
  /** In this generation; null when there is none. */
  statusOf(id: string): Promise<DeadLetterStatus | null>;
};

type GenerationLimits = { readonly maxTimeMs: number; readonly generation: () => number };

/** Counts the open dead letters of the generation by reason and whether they block something. */
export function createOpenDeadLetterCount(
  db: Db,
  { maxTimeMs: maxTimeMS, generation }: GenerationLimits,
): () => Promise<OpenDeadLetters[]> {
  const blocks = { $gt: ['$blocks', null] };
  return () =>
    mapMongoErrors(async () => {
      const found = await db
        .collection<DeadLetter>(DEAD_LETTERS)
        .aggregate<{ _id: Omit<OpenDeadLetters, 'count'>; count: number }>(
          [{ $match: openIn(generation()) }, { $group: { _id: { reason: '$reason', blocks }, count: { $sum: 1 } } }],
          { maxTimeMS },
        )
        .toArray();
      return found.map(({ _id, count }) => ({ ..._id, count }));
    });
}

/** Removes the payloads of dead letters that the log took before an instant (epoch milliseconds); all else of them stays. */
export function createPayloadEnd(
  db: Db,
  { maxTimeMs: maxTimeMS }: { readonly maxTimeMs: number },
): (before: number) => Promise<void> {
  return (before) =>
    mapMongoErrors(async () => {
      const filter = {
        status: { $in: [...DEAD_LETTER_STATUSES] },
        receivedAt: { $lt: before },
        payload: { $ne: null },
      };
      await db.collection<DeadLetter>(DEAD_LETTERS).updateMany(filter, { $set: { payload: null } }, { maxTimeMS });
    });
}

/** `db` must read and write with majority concern: see composition-root. */
export function createDeadLetterStore(
  db: Db,
  { erasures, generation }: { readonly erasures: Erasures; readonly generation: () => number },
): DeadLetterStore {
  const collection = db.collection<DeadLetter>(DEAD_LETTERS);

  /** Ids of the dead letters that still have a payload of an erased subject. */
  async function erasedAmong(deadLetters: readonly DeadLetter[]): Promise<Set<string>> {
    const telling = deadLetters.flatMap((deadLetter) => {
      const subject = subjectOf(deadLetter);
      return deadLetter.payload === null || subject === null ? [] : [{ id: deadLetter._id, marks: marksOf(subject) }];
    });
    const erased = await erasures.among(telling.flatMap(({ marks }) => marks));
    return new Set(telling.filter(({ marks }) => marks.some((mark) => erased.has(mark))).map(({ id }) => id));
  }

  return {
    async store(deadLetters) {
      if (deadLetters.length === 0) return;
      const known = await erasedAmong(deadLetters);
      const kept = deadLetters.map((deadLetter) =>
        known.has(deadLetter._id) ? { ...deadLetter, payload: null } : deadLetter,
      );
      const operations = kept.flatMap(({ _id, attempts, lastAttemptAt, ...first }) => [
        {
          updateOne: {
            filter: { _id },
            update: { $setOnInsert: first, $inc: { attempts }, $max: { lastAttemptAt } },
            upsert: true,
          },
        },
        {
          updateOne: {
            filter: { _id, status: { $ne: 'discarded' as const }, replayedIn: { $ne: generation() } },
            update: { $set: { status: 'open' as const }, $addToSet: { generations: generation() } },
          },
        },
      ]);
      await mapMongoErrors(() => againAfterRace(() => collection.bulkWrite(operations)));
      // An erasure that did not find these dead letters was marked before they were stored: see document-writer.
      const late = [...(await erasedAmong(kept))];
      if (late.length > 0) {
        await mapMongoErrors(() => collection.updateMany({ _id: { $in: late } }, { $set: { payload: null } }));
      }
    },

    async statusOf(id) {
      const projection = { status: 1, generations: 1 };
      const found = await mapMongoErrors(() => collection.findOne({ _id: id }, { projection }));
      if (found?.status !== 'open') return found?.status ?? null;
      return found.generations.includes(generation()) ? 'open' : 'replayed';
    },
  };
}

/** Keys of what belongs to a contact begin with it; of other entities the location alone matters. */
function subjectOf({ stream, entity }: DeadLetter): Subject | null {
  if (stream === 'access' || entity === null) return null;
  return { locationId: entity.scope, contactId: entity.ids[0] ?? null };
}
