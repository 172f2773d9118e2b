import { setImmediate } from 'node:timers/promises';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { partitionKey, type TopicPartition } from '../log/source.ts';
import { failureKind, RetryableError } from '@fundlens/runtime/errors';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import type { Advance, CheckpointStore } from '../writer/checkpoint-store.ts';
import type { DocumentWriter, OnStep, RejectedEvent, WriteResult } from '../writer/document-writer.ts';
import type { EventChanges } from '../writer/event-changes.ts';

/** What was read of one partition and is to be made durable. */
export type PartitionChanges = {
  readonly topicPartition: TopicPartition;
  readonly events: readonly EventChanges[];
  /** The dead letters of the batch, given the events that the writer has rejected. */
  readonly deadLetters: (rejected: readonly RejectedEvent[]) => readonly DeadLetter[];
  /** The new checkpoint of the partition; null: no record was taken. */
  readonly advance: Advance | null;
  readonly onStep: OnStep;
};

/**
 * Makes a batch durable: documents, then dead letters, then the checkpoint (design §2).
 * @returns the rejected events and the dead letters of this batch.
 * @throws when something cannot be stored; the batch then does not count as done and may be repeated.
 */
export type Commit = (changes: PartitionChanges) => Promise<Committed>;

export type GroupCommit = {
  readonly commit: Commit;
  /** Announces that a batch is being read, until the returned function is called: a commit waits for it a while. */
  readonly reading: () => () => void;
};

type Committed = Pick<WriteResult, 'rejected'> & { readonly deadLetters: readonly DeadLetter[] };

export type GroupCommitOptions = {
  readonly write: DocumentWriter;
  readonly deadLetters: Pick<DeadLetterStore, 'store'>;
  readonly checkpoints: Pick<CheckpointStore, 'advance'>;
  /**
   * Changes when the database may have been restored from a backup: the commit then does not checkpoint what it wrote
   * before. Default: constant.
   */
  readonly clearings?: () => number;
  /**
   * Awaited before each commit, so that batches are committed together; `read` resolves when no batch is being read.
   * Default: a commit begins at once.
   */
  readonly gather?: (read: Promise<void>) => Promise<void>;
  /** Called after each commit with what was written. Must not throw. */
  readonly onWritten: (written: Omit<WriteResult, 'rejected'>) => void;
};

type Entry = {
  readonly changes: PartitionChanges;
  readonly resolve: (committed: Committed) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Commits the batches of several partitions together. Events of one contact come from many partitions: whatever arrives
 * while a commit is under way is folded together by the next one, which writes each document once and advances all
 * checkpoints in one request. So does what is being read when a commit could begin, within limits (`gather`): a backlog
 * is committed fetch by fetch, and while one is committed the next is read. Without a backlog a commit has one batch and
 * begins at once.
 *
 * A retryable failure fails every batch of the commit: a server that all of them need is unavailable. Any other failure
 * may be caused by one batch, so each batch is then committed alone and only those that fail alone fail. A failed batch
 * also fails the batches of its partition that wait behind it.
 */
export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
  const queue = new CommitQueue(options);
  return { commit: (changes) => queue.commit(changes), reading: () => queue.reading() };
}

class CommitQueue implements GroupCommit {
  readonly #options: GroupCommitOptions;
  #waiting: Entry[] = [];
  #running = false;
  #reads = 0;
  #allRead = Promise.withResolvers<void>();

  constructor(options: GroupCommitOptions) {
    this.#options = options;
    this.#allRead.resolve();
  }

  commit(changes: PartitionChanges): Promise<Committed> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ changes, resolve, reject });
      // `#run` never rejects: failures reject the batches.
      if (!this.#running) void this.#run();
    });
  }

  reading(): () => void {
    if (this.#reads === 0) this.#allRead = Promise.withResolvers();
    this.#reads += 1;
    return () => {
      this.#reads -= 1;
      if (this.#reads === 0) this.#allRead.resolve();
    };
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      if (this.#options.gather !== undefined) await this.#options.gather(this.#allRead.promise);
      await this.#commitAll(this.#waiting.splice(0));
    }
    this.#running = false;
  }

  async #commitAll(entries: readonly Entry[]): Promise<void> {
    try {
      const committed = await this.#commitTogether(entries.map(({ changes }) => changes));
      for (const [index, { resolve }] of entries.entries()) resolve(committed[index] as Committed);
    } catch (error) {
      if (entries.length === 1 || failureKind(error) === 'retryable') this.#fail(entries, error);
      else await this.#commitAlone(entries);
    }
  }

  async #commitAlone(entries: readonly Entry[]): Promise<void> {
    const failed = new Set<string>();
    for (const entry of entries) {
      const key = keyOf(entry);
      if (failed.has(key)) continue;
      try {
        const [committed] = await this.#commitTogether([entry.changes]);
        entry.resolve(committed as Committed);
      } catch (error) {
        failed.add(key);
        this.#fail(
          entries.slice(entries.indexOf(entry)).filter((later) => keyOf(later) === key),
          error,
        );
      }
    }
  }

  #fail(entries: readonly Entry[], error: unknown): void {
    const failed = new Set(entries.map(keyOf));
    const behind = this.#waiting.filter((entry) => failed.has(keyOf(entry)));
    this.#waiting = this.#waiting.filter((entry) => !failed.has(keyOf(entry)));
    for (const { reject } of [...entries, ...behind]) reject(error);
  }

  async #commitTogether(batches: readonly PartitionChanges[]): Promise<Committed[]> {
    const { write, deadLetters: store, checkpoints, clearings, onWritten } = this.#options;
    const onStep = async () => {
      await Promise.all(batches.map((batch) => batch.onStep()));
    };
    const events = batches.flatMap((batch) => batch.events);
    const before = clearings?.();
    const { rejected, ...written } = await write(events, onStep);
    const errors = new Map(rejected.map((rejection) => [rejection.event, rejection]));
    const committed = batches.map((batch): Committed => {
      const own = errors.size === 0 ? [] : batch.events.flatMap((event) => errors.get(event) ?? []);
      return { rejected: own, deadLetters: batch.deadLetters(own) };
    });
    const deadLetters = committed.flatMap((batch) => batch.deadLetters);
    if (deadLetters.length > 0) {
      await store.store(deadLetters);
      await onStep();
    }
    if (clearings?.() !== before) {
      throw new RetryableError('mongodb_unavailable', 'The connection to MongoDB was lost while a batch was written.');
    }
    const advances = joined(batches.flatMap(({ advance }) => advance ?? []));
    if (advances.length > 0) await checkpoints.advance(advances);
    await onStep();
    onWritten(written);
    return committed;
  }
}

function keyOf({ changes }: Entry): string {
  return partitionKey(changes.topicPartition);
}

/** A commit waits at most this long for batches that are being read: a registry that does not answer may hold one up. */
const MAX_GATHER_MS = 3_000;

/** Waits for the batches that are being read, and for those that end in the same turn of the event loop. */
export async function gatherReads(read: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, MAX_GATHER_MS);
  await Promise.race([read, late.promise]);
  clearTimeout(timer);
  await setImmediate();
}

/** Consecutive batches of a partition move its checkpoint once, to the end of the last one. */
function joined(advances: readonly Advance[]): Advance[] {
  const chains: Advance[] = [];
  for (const advance of advances) {
    const index = chains.findIndex(
      (chain) => partitionKey(chain) === partitionKey(advance) && chain.nextOffset === advance.checkpoint,
    );
    const chain = chains[index];
    if (chain === undefined) chains.push(advance);
    else chains[index] = { ...advance, checkpoint: chain.checkpoint };
  }
  return chains;
}
