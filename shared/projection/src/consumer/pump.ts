import { failureKind, RetryableError } from '@fundlens/runtime/errors';
import type { BatchControl, SourceRecord } from '../log/source.ts';
import type { OnStep } from '../writer/document-writer.ts';
import type { Commit, Committed, PartitionChanges } from './commit.ts';
import type { BatchOutcome, OwnedPartition } from './owned-partition.ts';

/** Consecutive records of one partition, from the log to their checkpoint. */
export type QueuedBatch = {
  readonly owned: OwnedPartition;
  /** None once they were read: they hold the buffers of whole fetches. */
  readonly records: readonly SourceRecord[];
  /** The offset behind the last of them. */
  readonly end: number;
  /** The checkpoint that everything before leaves; null: none. */
  readonly checkpoint: number | null;
  /** True once the partition was taken away, restarted or held: the batch must not be committed any more. */
  readonly isOver: () => boolean;
  /** By the topic's stream. */
  readonly read: ReadBatch;
};

/** Decode → redact → project. Must not reject: a failure is part of what was read. */
export type ReadBatch = (batch: QueuedBatch, onStep: OnStep) => Promise<BatchReading>;

/** What was read of a batch, on its way to its checkpoint. */
export type BatchReading = {
  readonly batch: QueuedBatch;
  /** What of it is committed. It depends on what was rejected before: all earlier batches have come to an end by now. */
  changes(): PartitionChanges;
  /** After `changes` were stored. What cannot be taken now ends the batch early: all before it is done. */
  committed(committed: Committed): Promise<BatchOutcome>;
  /** `error`: why the batch was not committed; null: it was. */
  end(error: unknown): void;
};

/** `bytes`: of its records. */
type Waiting = QueuedBatch & { readonly bytes: number };

export type PumpOptions = {
  /** Documents → dead letters → checkpoints. */
  readonly commit: Commit;
  /** Called for each batch that is not over by then. Must not throw. */
  readonly onOutcome: (batch: QueuedBatch, outcome: BatchOutcome) => void;
  /** Called where nothing of the batch counts as done. Must not throw. */
  readonly onFailed: (batch: QueuedBatch, error: unknown) => void;
  /** Lets the other batches of a fetch come, so that they are committed together. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** Topics whose partitions share documents: their records are taken by append time. */
  readonly inStep: ReadonlySet<string>;
  /** See `Source`. */
  readonly completeUntil: () => number;
  /** The most bytes of the log that wait, are read and are committed together. */
  readonly maxBytes: number;
  /** Called each time that a batch has to wait for room. */
  readonly onWait: () => void;
};

/**
 * The most bytes of the log that a consumer group has in work at once. A byte is in memory several times (decoded, redacted,
 * rendered, encoded for MongoDB) until MongoDB has acknowledged it: without this bound, memory would grow with the number
 * of partitions and the size of reports.
 */
export const MAX_BYTES_IN_FLIGHT = 24 * 1024 * 1024;

/** One chunk is committed, one is read, and one waits. Large ones fold more states of one entity together. */
const CHUNKS = 3;

/**
 * Moves the records of a consumer group from the log to their checkpoints, in the order of each partition: while one chunk
 * is committed the next is read, and nothing is committed before all that was taken earlier is committed or has failed.
 */
export class Pump {
  readonly #options: PumpOptions;
  readonly #chunkBytes: number;
  #waiting: Waiting[] = [];
  #bytes = 0;
  /** Being read or committed. */
  #chunks = 0;
  #committing: Promise<void> | null = null;
  #steps = 0;
  /** Resolved at the next change: a batch has come, room was made, a step has succeeded. */
  #change = Promise.withResolvers<void>();
  #stopping = false;
  #ended: Promise<void> | null = null;

  constructor(options: PumpOptions) {
    this.#options = options;
    this.#chunkBytes = options.maxBytes / CHUNKS;
  }

  /** A start that is repeated changes nothing. */
  start(): void {
    this.#ended ??= this.#run();
  }

  /** Resolves when what is being committed has come to an end. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#changed();
    await this.#ended;
  }

  /** Of the log: waiting, being read or being committed. */
  bytes(): number {
    return this.#bytes;
  }

  /** How many steps have succeeded so far; null while nothing is in work. */
  steps(): number | null {
    return this.#waiting.length + this.#chunks === 0 ? null : this.#steps;
  }

  /**
   * Takes a batch as soon as there is room for it, in parts where it is large. A record that is larger than all the room
   * comes alone. A consumer that waits for room sends heartbeats for the steps that succeed meanwhile.
   * @returns false when the batch is over, or the pump stopped, before all of it was taken.
   */
  async push(batch: QueuedBatch, control: BatchControl): Promise<boolean> {
    const bytes = batch.records.reduce((total, record) => total + bytesOf(record), 0);
    let rest: Waiting | null = { ...batch, bytes };
    while (rest !== null) {
      const [part, after] = split(rest, (record, length) => length <= this.#chunkBytes || length === bytesOf(record));
      if (part === null || !(await this.#put(part, control))) return false;
      rest = after;
    }
    return true;
  }

  /** Drops what is over. */
  sweep(): void {
    const over = this.#waiting.filter((batch) => batch.isOver());
    this.#waiting = this.#waiting.filter((batch) => !batch.isOver());
    this.#count(-sum(over));
  }

  async #put(batch: Waiting, control: BatchControl): Promise<boolean> {
    const fits = () => this.#bytes === 0 || this.#bytes + batch.bytes <= this.#options.maxBytes;
    const isLost = () => this.#stopping || batch.isOver() || control.abandoned();
    if (!fits()) this.#options.onWait();
    while (!fits() && !isLost()) {
      await this.#change.promise;
      await control.progress();
    }
    if (isLost()) return false;
    // In the same turn: of several that wait, each sees what the one before took.
    this.#waiting.push(batch);
    batch.owned.queued(batch.end);
    this.#count(batch.bytes);
    return true;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      // Before anything is waited for: what changes meanwhile, a stop too, may be the last change.
      const changed = this.#change.promise;
      if (this.#hasChunk()) await this.#options.yieldToEventLoop();
      const batches = this.#takeChunk();
      if (batches.length === 0) {
        await changed;
        continue;
      }
      const bytes = sum(batches);
      this.#chunks += 1;
      const readings = await this.#readAll(batches);
      await this.#committing;
      this.#committing = this.#commitAll(readings).then(() => {
        this.#committing = null;
        this.#chunks -= 1;
        this.#count(-bytes);
      });
    }
    await this.#committing;
  }

  /** While one is committed, a small one gains nothing by being read ahead: more comes to it. */
  #hasChunk(): boolean {
    if (this.#committing === null) return this.#waiting.length > 0;
    return sum(this.#waiting) >= this.#chunkBytes;
  }

  /** What is ahead of other partitions is taken where there is nothing else to do. */
  #takeChunk(): Waiting[] {
    if (!this.#hasChunk()) return [];
    const chunk = this.#takeUntil(this.#fullAt(this.#options.completeUntil()));
    return chunk.length > 0 || this.#committing !== null ? chunk : this.#takeUntil(Number.POSITIVE_INFINITY);
  }

  /** Until when a chunk takes what waits of partitions that keep in step, at most until `until`. */
  #fullAt(until: number): number {
    const { inStep } = this.#options;
    if (!this.#waiting.some(({ owned }) => inStep.has(owned.topicPartition.topic))) return until;
    const records = this.#waiting.flatMap((batch) => batch.records).sort((a, b) => a.appendedAt - b.appendedAt);
    let bytes = 0;
    // What the log took at one time comes together, if it is not too much for a chunk.
    let full = records[0]?.appendedAt ?? until;
    for (const [index, record] of records.entries()) {
      bytes += bytesOf(record);
      if (bytes > this.#chunkBytes) return Math.min(full, until);
      if (records[index + 1]?.appendedAt !== record.appendedAt) full = record.appendedAt;
    }
    return until;
  }

  /** The oldest batches, up to an append time; those of one partition joined. */
  #takeUntil(appendedAt: number): Waiting[] {
    const chunk = new Map<OwnedPartition, Waiting>();
    const left: Waiting[] = [];
    let room = this.#chunkBytes;
    for (const batch of this.#waiting) {
      const { owned } = batch;
      const isNext = !left.some((earlier) => earlier.owned === owned);
      const [part, rest] = isNext ? split(batch, (record) => record.appendedAt <= appendedAt) : [null, batch];
      if (part === null || (part.bytes > room && chunk.size > 0)) {
        left.push(batch);
        continue;
      }
      if (rest !== null) left.push(rest);
      room -= part.bytes;
      const before = chunk.get(owned);
      chunk.set(owned, before === undefined ? part : joined(before, part));
    }
    this.#waiting = left;
    return [...chunk.values()];
  }

  readonly #onStep: OnStep = async () => {
    this.#steps += 1;
    this.#changed();
  };

  async #readAll(batches: readonly QueuedBatch[]): Promise<BatchReading[]> {
    const readings: BatchReading[] = [];
    for (const batch of batches) {
      if (!batch.isOver()) readings.push(await batch.read(batch, this.#onStep));
      await this.#onStep();
    }
    return readings;
  }

  /**
   * A retryable failure fails every batch: a server that all of them need is unavailable. Any other may be caused by one
   * batch: then each is committed alone, and only those that fail alone fail.
   */
  async #commitAll(read: readonly BatchReading[]): Promise<void> {
    const readings = read.filter((reading) => !this.#endIfOver(reading));
    if (readings.length === 0) return;
    try {
      const changes = readings.map((reading) => reading.changes());
      const committed = await this.#options.commit(changes, this.#onStep);
      for (const [index, reading] of readings.entries()) {
        const stored = committed[index];
        if (stored !== undefined) await this.#conclude(reading, () => reading.committed(stored));
      }
    } catch (error) {
      if (readings.length === 1 || failureKind(error) === 'retryable') {
        for (const reading of readings) await this.#conclude(reading, () => Promise.reject(error));
      } else {
        for (const reading of readings) await this.#commitAll([reading]);
      }
    }
  }

  #endIfOver(reading: BatchReading): boolean {
    if (!reading.batch.isOver()) return false;
    reading.end(new RetryableError('batch_abandoned', 'The partition was revoked, or a batch before this one failed.'));
    return true;
  }

  async #conclude(reading: BatchReading, outcome: () => Promise<BatchOutcome>): Promise<void> {
    const { onOutcome, onFailed } = this.#options;
    const { batch } = reading;
    try {
      const reached = await outcome();
      reading.end(null);
      if (!batch.isOver()) onOutcome(batch, reached);
    } catch (error) {
      reading.end(error);
      if (!batch.isOver()) onFailed(batch, error);
    }
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.#changed();
  }

  #changed(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }
}

/** The longest run of records from the front that fit, and the rest. `bytes`: of the run with the record. */
function split(
  batch: Waiting,
  fits: (record: SourceRecord, bytes: number) => boolean,
): [run: Waiting | null, rest: Waiting | null] {
  const { records } = batch;
  let [bytes, count, end] = [0, 0, 0];
  for (const record of records) {
    const more = bytes + bytesOf(record);
    if (!fits(record, more)) break;
    [bytes, count, end] = [more, count + 1, record.offset + 1];
  }
  if (count === 0) return [null, batch];
  if (count === records.length) return [batch, null];
  const rest = { ...batch, records: records.slice(count), bytes: batch.bytes - bytes, checkpoint: end };
  return [{ ...batch, records: records.slice(0, count), bytes, end }, rest];
}

/** Of key and value. */
function bytesOf({ key, value }: SourceRecord): number {
  return (key?.byteLength ?? 0) + (value?.byteLength ?? 0);
}

function joined(before: Waiting, next: Waiting): Waiting {
  const records = [...before.records, ...next.records];
  return { ...before, records, bytes: before.bytes + next.bytes, end: next.end };
}

function sum(batches: readonly Waiting[]): number {
  return batches.reduce((total, { bytes }) => total + bytes, 0);
}
