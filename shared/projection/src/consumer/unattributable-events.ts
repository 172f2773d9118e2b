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
  options: Options,
): Promise<ReadResult> {
  const met = read.records
    .filter((entry) => unattributable(entry, options) !== null)
    .map(({ record }) => record.offset);
  const [first, last] = [met[0], met.at(-1)];
  if (first === undefined || last === undefined) return read;
  const decided = await options.decided(topicPartition, first, last);
  const records = read.records.map(
    (entry): ReadRecord =>
      decided.get(entry.record.offset) === 'discarded' ? { kind: 'skipped', record: entry.record } : entry,
  );
  const open = records.findIndex((entry) => unattributable(entry, options) !== null);
  if (open < 0) return { ...read, records };
  await options.store(together(records.slice(open), options));
  const error = new RetryableError('access_event_unreadable', 'An access event without a readable key is open.');
  return { records: records.slice(0, open), failure: { error } };
}

function unattributable(entry: ReadRecord, { toDeadLetter }: Options): DeadLetter | null {
  if (entry.kind !== 'rejected') return null;
  const deadLetter = toDeadLetter(entry);
  // A record of a foreign type does not concern access.
  return deadLetter.blocks === undefined && deadLetter.reason !== 'wrong_record_type' ? deadLetter : null;
}

/** The first, and what follows of a batch that was refused: an operator discards all of it at once. */
function together(records: readonly ReadRecord[], options: Options): DeadLetter[] {
  const isRefused = ({ record }: ReadRecord) => record.refusedRecords !== undefined;
  const end = records.findIndex((entry) => !isRefused(entry));
  return records
    .slice(0, end < 0 ? undefined : Math.max(1, end))
    .flatMap((entry) => unattributable(entry, options) ?? []);
}
