import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Rejection } from '../dead-letters/dead-letter.ts';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import type { TopicPartition } from '../log/source.ts';
import type { ReadRecord, ReadResult } from './read-events.ts';

type Options = DeadLetterStore & { readonly toDeadLetter: (rejection: Rejection) => DeadLetter };

/**
 * An invalid access event whose key cannot be read: the entity to block is unknown. Ends the reading before it until an
 * operator discards it, and passes over it then.
 */
export async function holdUnattributable(
  read: ReadResult,
  topicPartition: TopicPartition,
  { toDeadLetter, decided, store }: Options,
): Promise<ReadResult> {
  const met = new Map<ReadRecord, DeadLetter>();
  for (const entry of read.records) {
    const deadLetter = entry.kind === 'rejected' ? toDeadLetter(entry) : null;
    // A record of a foreign type does not concern access.
    if (deadLetter === null || deadLetter.blocks !== undefined || deadLetter.reason === 'wrong_record_type') continue;
    met.set(entry, deadLetter);
  }
  const offsets = [...met.keys()].map(({ record }) => record.offset);
  const [first, last] = [offsets[0], offsets.at(-1)];
  if (first === undefined || last === undefined) return read;
  const decisions = await decided(topicPartition, first, last);
  const records = read.records.map(
    (entry): ReadRecord =>
      decisions.get(entry.record.offset) === 'discarded' ? { kind: 'skipped', record: entry.record } : entry,
  );
  const open = records.findIndex((entry) => met.has(entry));
  if (open < 0) return { ...read, records };
  await store(together(records.slice(open)).flatMap((entry) => met.get(entry) ?? []));
  const error = new RetryableError('access_event_unreadable', 'An access event without a readable key is open.');
  return { records: records.slice(0, open), failure: { error } };
}

/** The first, and what follows of a batch that was refused: an operator discards all of it at once. */
function together(records: readonly ReadRecord[]): readonly ReadRecord[] {
  const end = records.findIndex(({ record }) => record.refusedRecords === undefined);
  return records.slice(0, end < 0 ? undefined : Math.max(1, end));
}
