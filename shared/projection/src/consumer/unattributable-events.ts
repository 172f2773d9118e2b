import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Rejection } from '../dead-letters/dead-letter.ts';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import type { SourceRecord } from '../log/source.ts';
import type { CheckpointStore } from '../writer/checkpoint-store.ts';
import type { BatchOutcome } from './owned-partition.ts';
import type { ReadRecord, ReadResult } from './read-events.ts';

/** An invalid access event whose key cannot be read: the entity to block is unknown. */
type UnattributableEvent = { readonly deadLetter: DeadLetter; readonly record: SourceRecord };
/** The records of one refused batch together, so that an operator resolves them at once; else one alone. */
export type UnattributableEvents = readonly [UnattributableEvent, ...UnattributableEvent[]];

export function beforeUnattributable(
  read: ReadResult,
  toDeadLetter: (rejection: Rejection) => DeadLetter,
): ReadResult & { readonly unattributable: UnattributableEvents | null } {
  const unattributable = (entry: ReadRecord | undefined): UnattributableEvent | null => {
    if (entry?.kind !== 'rejected') return null;
    const deadLetter = toDeadLetter(entry.rejection);
    return leavesAccessUnknown(deadLetter) ? { deadLetter, record: entry.record } : null;
  };
  for (const [index, entry] of read.records.entries()) {
    const first = unattributable(entry);
    if (first === null) continue;
    const held: [UnattributableEvent, ...UnattributableEvent[]] = [first];
    for (const next of first.record.refusedRecords === undefined ? [] : read.records.slice(index + 1)) {
      const other = next.record.refusedRecords === undefined ? null : unattributable(next);
      if (other === null) break;
      held.push(other);
    }
    return { records: read.records.slice(0, index), failure: null, unattributable: held };
  }
  return { ...read, unattributable: null };
}

type Stores = {
  readonly deadLetters: DeadLetterStore;
  readonly checkpoints: Pick<CheckpointStore, 'advance'>;
  readonly onStored: (deadLetters: readonly DeadLetter[]) => void;
};

/** Holds the partition before access events that cannot be attributed to entities, until an operator discards them. */
export async function passUnattributable(
  { deadLetters, checkpoints, onStored }: Stores,
  held: UnattributableEvents,
  checkpoint: number | null,
): Promise<BatchOutcome> {
  const letters = held.map(({ deadLetter }) => deadLetter);
  await deadLetters.store(letters);
  onStored(letters);
  const [{ deadLetter, record: first }] = held;
  const { topic, partition } = deadLetter;
  const records = held.map(({ record }) => record);
  const decided = await deadLetters.decided(deadLetter, first.offset, records.at(-1)?.offset ?? first.offset);
  const open = records.findIndex(({ offset }) => decided.get(offset) !== 'discarded');
  const discarded = (open < 0 ? records : records.slice(0, open)).at(-1);
  if (discarded === undefined) {
    const error = new RetryableError('access_event_unreadable', 'An access event without a readable key is open.');
    return { nextOffset: first.offset, asOf: null, failure: { error } };
  }
  const passed = { nextOffset: discarded.offset + 1, asOf: discarded.appendedAt };
  await checkpoints.advance([{ topic, partition, checkpoint, ...passed }]);
  return { ...passed, failure: null };
}

/** A record of a foreign type does not concern access. */
function leavesAccessUnknown({ stream, blocks, reason }: DeadLetter): boolean {
  return stream === 'access' && blocks === undefined && reason !== 'wrong_record_type';
}
