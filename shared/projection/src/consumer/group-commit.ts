import { setImmediate } from 'node:timers/promises';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { partitionKey, type TopicPartition } from '../log/source.ts';
import { failureKind, RetryableError } from '@fundlens/runtime/errors';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import type { Advance, CheckpointStore } from '../writer/checkpoint-store.ts';
import type { DocumentWriter, EventChanges, OnStep, RejectedEvent, WriteResult } from '../writer/document-writer.ts';

/** What was read of one partition and is to be made durable. */
export type PartitionChanges = {
  readonly topicPartition: TopicPartition;
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

export type GroupCommit = {
  readonly commit: Commit;
  /** Announces that a batch is being read, until the returned function is called: a commit waits for it a while. */
  readonly reading: () => () => void;
};

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
  /**
   * Waited for before each commit, so that batches come together; `read` resolves when no batch is being read. Default:
   * a commit begins at once.
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
 * A failure that passes by itself is that of every batch in the commit: what they need is away. Of any other failure only
 * one batch may be the cause, so each is committed alone then, and only those that fail alone fail. With a batch fail all
 * of its partition that already wait behind it.
 */
export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
  let waiting: Entry[] = [];
  let running = false;
  let reads = 0;
  let allRead = Promise.withResolvers<void>();
  allRead.resolve();

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      if (options.gather !== undefined) await options.gather(allRead.promise);
      await commitAll(waiting.splice(0));
    }
    running = false;
  }

  async function commitAll(entries: readonly Entry[]): Promise<void> {
    try {
      const committed = await commitTogether(entries.map(({ changes }) => changes));
      for (const [index, { resolve }] of entries.entries()) resolve(committed[index] as Committed);
    } catch (error) {
      if (entries.length === 1 || failureKind(error) === 'retryable') fail(entries, error);
      else await commitAlone(entries);
    }
  }

  async function commitAlone(entries: readonly Entry[]): Promise<void> {
    const failed = new Set<string>();
    for (const entry of entries) {
      const key = partitionKey(entry.changes.topicPartition);
      if (failed.has(key)) continue;
      try {
        const [committed] = await commitTogether([entry.changes]);
        entry.resolve(committed as Committed);
      } catch (error) {
        failed.add(key);
        fail(
          entries.slice(entries.indexOf(entry)).filter(({ changes }) => partitionKey(changes.topicPartition) === key),
          error,
        );
      }
    }
  }

  function fail(entries: readonly Entry[], error: unknown): void {
    const failed = new Set(entries.map(({ changes }) => partitionKey(changes.topicPartition)));
    const isBehind = ({ changes }: Entry) => failed.has(partitionKey(changes.topicPartition));
    const behind = waiting.filter(isBehind);
    waiting = waiting.filter((entry) => !isBehind(entry));
    for (const { reject } of [...entries, ...behind]) reject(error);
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
    const deadLetters = committed.flatMap(({ deadLetters }) => deadLetters);
    if (deadLetters.length > 0) {
      await options.deadLetters.store(deadLetters);
      await onStep();
    }
    if (options.generation?.() !== generation) {
      throw new RetryableError('mongodb_unavailable', 'The connection to MongoDB was lost while a batch was written.');
    }
    const advances = joined(batches.flatMap(({ advance }) => advance ?? []));
    if (advances.length > 0) await options.checkpoints.advance(advances);
    await onStep();
    options.onWritten(written);
    return committed;
  }

  return {
    commit: (changes) =>
      new Promise((resolve, reject) => {
        waiting.push({ changes, resolve, reject });
        // It never rejects: failures are those of the batches.
        if (!running) void run();
      }),
    reading() {
      if (reads === 0) allRead = Promise.withResolvers();
      reads += 1;
      return () => {
        reads -= 1;
        if (reads === 0) allRead.resolve();
      };
    },
  };
}

/** A commit waits no longer for what is being read: one batch may hang on a registry that does not answer. */
const MAX_GATHER_MS = 3_000;

/** The gathering of a real process: in its own time, and with whatever is read in the same turn of the event loop. */
export async function gatherReads(read: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, MAX_GATHER_MS);
  await Promise.race([read, late.promise]);
  clearTimeout(timer);
  await setImmediate();
}

/** Batches of a partition that build upon each other move its checkpoint once, to the end of the last. */
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
