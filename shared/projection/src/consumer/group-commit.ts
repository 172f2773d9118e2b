import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { failureKind, RetryableError } from '@fundlens/runtime/errors';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import type { Advance, CheckpointStore } from '../writer/checkpoint-store.ts';
import type { DocumentWriter, EventChanges, OnStep, RejectedEvent, WriteResult } from '../writer/document-writer.ts';

/** What was read of one partition and is to be made durable. */
export type PartitionChanges = {
  readonly events: readonly EventChanges[];
  /** The dead letters of the batch, once it is known which of its events do not fit beside others. */
  readonly deadLetters: (rejected: readonly RejectedEvent[]) => readonly DeadLetter[];
  /** How far the partition is taken with this; null: nothing was taken. */
  readonly advance: Advance | null;
  readonly onStep: OnStep;
};

/**
 * Makes a batch durable: documents, then dead letters, then the checkpoint (design §2).
 * @returns what became of the events of this batch.
 * @throws when something cannot be stored; nothing counts as done then, and all of it may be repeated.
 */
export type Commit = (changes: PartitionChanges) => Promise<Committed>;

export type Committed = Pick<WriteResult, 'rejected'> & { readonly deadLetters: readonly DeadLetter[] };

export type GroupCommitOptions = {
  readonly write: DocumentWriter;
  readonly deadLetters: Pick<DeadLetterStore, 'store'>;
  readonly checkpoints: Pick<CheckpointStore, 'advance'>;
  /**
   * Changes when the database may have become another one, restored from a backup: what was written before is not
   * checkpointed then. Default: it never does.
   */
  readonly generation?: () => number;
  /** Lets batches that are read in the same turn of the event loop come together. Default: the first begins at once. */
  readonly gather?: () => Promise<void>;
  /** Called after each commit with what was written, and of how many events. Must not throw. */
  readonly onWritten: (written: Omit<WriteResult, 'rejected'> & { readonly events: number }) => void;
};

type Entry = {
  readonly changes: PartitionChanges;
  readonly resolve: (committed: Committed) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Commits the batches of several partitions together. Events of one contact come from many partitions: whatever arrives
 * while a commit is under way is folded together by the next one, which writes each document once and advances all
 * checkpoints in one request. Without a backlog a commit has one batch and begins at once.
 *
 * A failure that passes by itself is that of every batch in the commit: what they need is away. Of any other failure only
 * one batch may be the cause, so each is committed alone then, and only those that fail alone fail.
 */
export function createGroupCommit(options: GroupCommitOptions): Commit {
  const waiting: Entry[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    if (options.gather !== undefined) await options.gather();
    while (waiting.length > 0) await commitAll(waiting.splice(0));
    running = false;
  }

  async function commitAll(entries: readonly Entry[]): Promise<void> {
    try {
      const committed = await commitTogether(entries.map(({ changes }) => changes));
      for (const [index, { resolve }] of entries.entries()) resolve(committed[index] as Committed);
    } catch (error) {
      if (entries.length === 1 || failureKind(error) === 'retryable') {
        for (const { reject } of entries) reject(error);
        return;
      }
      for (const entry of entries) await commitAll([entry]);
    }
  }

  async function commitTogether(batches: readonly PartitionChanges[]): Promise<Committed[]> {
    const onStep = async () => {
      await Promise.all(batches.map((batch) => batch.onStep()));
    };
    const events = batches.flatMap((batch) => batch.events);
    const generation = options.generation?.();
    const { rejected, ...written } = await options.write(events, onStep);
    const errors = new Map(rejected.map((rejection) => [rejection.event, rejection]));
    const committed = batches.map((batch): Committed => {
      const own = errors.size === 0 ? [] : batch.events.flatMap((event) => errors.get(event) ?? []);
      return { rejected: own, deadLetters: batch.deadLetters(own) };
    });
    const letters = committed.flatMap(({ deadLetters }) => deadLetters);
    if (letters.length > 0) {
      await options.deadLetters.store(letters);
      await onStep();
    }
    if (options.generation?.() !== generation) {
      throw new RetryableError('mongodb_unavailable', 'The connection to MongoDB was lost while a batch was written.');
    }
    const advances = batches.flatMap(({ advance }) => advance ?? []);
    if (advances.length > 0) await options.checkpoints.advance(advances);
    options.onWritten({ ...written, events: events.length });
    return committed;
  }

  return (changes) =>
    new Promise((resolve, reject) => {
      waiting.push({ changes, resolve, reject });
      // It never rejects: failures are those of the batches.
      if (!running) void run();
    });
}
