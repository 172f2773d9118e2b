import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import type { TopicPartition } from '../log/source.ts';

/** By offset: never to be applied, or when it was applied late elsewhere, in epoch milliseconds. */
export type DecidedRecords = ReadonlyMap<number, 'discarded' | number>;

/** What operators have decided of the records between two offsets, both included. */
export type FindDecided = (topicPartition: TopicPartition, first: number, last: number) => Promise<DecidedRecords>;

const NONE: DecidedRecords = new Map();

/**
 * A generation that is made beside the one that readers use meets records that were dead letters there: one that was
 * discarded is not applied, whatever this build makes of it, and clients are told of one that was replayed no earlier than
 * they were of the replay. The generation that readers use decides on its records itself: it asks nothing.
 */
export function createDecidedRecords(
  db: Db,
  { isActive, maxTimeMs: maxTimeMS }: { readonly isActive: () => boolean; readonly maxTimeMs: number },
): FindDecided {
  const deadLetters = db.collection<DeadLetter>(DEAD_LETTERS);
  return async ({ topic, partition }, first, last) => {
    if (isActive()) return NONE;
    const filter = { topic, partition, offset: { $gte: first, $lte: last } };
    const projection = { offset: 1, status: 1, resolution: 1 };
    const found = await mapMongoErrors(() => deadLetters.find(filter, { projection, maxTimeMS }).toArray());
    const decided = new Map<number, 'discarded' | number>();
    for (const { offset, status, resolution } of found) {
      if (status === 'discarded') decided.set(offset, status);
      else if (resolution !== undefined) decided.set(offset, resolution.at);
    }
    return decided;
  };
}
