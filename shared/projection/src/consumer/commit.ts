import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { RetryableError } from '@fundlens/runtime/errors';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import type { Advance, CheckpointStore } from '../writer/checkpoint-store.ts';
import type { DocumentWriter, OnStep, RejectedEvent, WriteResult } from '../writer/document-writer.ts';
import type { EventChanges } from '../writer/event-changes.ts';

/** What was read of one partition and is to be made durable. */
export type PartitionChanges = {
  readonly events: readonly EventChanges[];
  /** The dead letters of the batch, given the events that the writer has rejected. */
  readonly deadLetters: (rejected: readonly RejectedEvent[]) => readonly DeadLetter[];
  /** The new checkpoint of the partition; null: no record was taken. */
  readonly advance: Advance | null;
};

export type Committed = Pick<WriteResult, 'rejected'> & { readonly deadLetters: readonly DeadLetter[] };

/**
 * Makes the batches of several partitions durable together (design §2): events of one contact come from many partitions,
 * and each document is written once.
 *
 *   documents → dead letters → checkpoints
 *
 * @returns the rejected events and the dead letters of each batch.
 * @throws when something cannot be stored; none of the batches counts as done then, and all of them may be repeated.
 */
export type Commit = (batches: readonly PartitionChanges[], onStep: OnStep) => Promise<readonly Committed[]>;

export type CommitOptions = {
  readonly write: DocumentWriter;
  readonly deadLetters: Pick<DeadLetterStore, 'store'>;
  readonly checkpoints: Pick<CheckpointStore, 'advance'>;
  /**
   * Changes when the database may have been restored from a backup: the commit then does not checkpoint what it wrote
   * before.
   */
  readonly clearings: () => number;
  /** Called after each commit with what was written. Must not throw. */
  readonly onWritten: (written: Omit<WriteResult, 'rejected'>) => void;
};

export function createCommit(options: CommitOptions): Commit {
  const { write, deadLetters: store, checkpoints, clearings, onWritten } = options;

  return async (batches, onStep) => {
    const before = clearings();
    const { rejected, ...written } = await write(
      batches.flatMap(({ events }) => events),
      onStep,
    );
    const errors = new Map(rejected.map((rejection) => [rejection.event, rejection]));
    const committed = batches.map(({ events, deadLetters }): Committed => {
      const own = errors.size === 0 ? [] : events.flatMap((event) => errors.get(event) ?? []);
      return { rejected: own, deadLetters: deadLetters(own) };
    });
    const deadLetters = committed.flatMap((batch) => batch.deadLetters);
    if (deadLetters.length > 0) {
      await store.store(deadLetters);
      await onStep();
    }
    if (clearings() !== before) {
      throw new RetryableError('mongodb_unavailable', 'The connection to MongoDB was lost while a batch was written.');
    }
    const advances = batches.flatMap(({ advance }) => advance ?? []);
    if (advances.length > 0) await checkpoints.advance(advances);
    await onStep();
    onWritten(written);
    return committed;
  };
}
