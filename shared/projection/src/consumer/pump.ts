import { failureKind, RetryableError } from '@fundlens/runtime/errors';
import type { OnStep } from '../writer/document-writer.ts';
import type { BatchReading, ReadBatch } from './batch-reading.ts';
import type { Commit } from './commit.ts';
import type { BatchOutcome } from './owned-partition.ts';
import type { PartitionQueue, QueuedBatch } from './partition-queue.ts';

export type PumpOptions = {
  readonly queue: PartitionQueue;
  /** Decode → redact → project. Must not reject: a failure is part of what was read. */
  readonly read: ReadBatch;
  /** Documents → dead letters → checkpoints. */
  readonly commit: Commit;
  /** Called for each batch that is not over by then. Must not throw. */
  readonly onOutcome: (batch: QueuedBatch, outcome: BatchOutcome) => void;
  /** Called where nothing of the batch counts as done. Must not throw. */
  readonly onFailed: (batch: QueuedBatch, error: unknown) => void;
  /** Lets the other batches of a fetch come, so that they are committed together. */
  readonly yieldToEventLoop: () => Promise<void>;
};

/**
 * Moves what is queued to its checkpoint, in the order of each partition: while one chunk is committed the next is read,
 * and nothing is committed before all that was taken earlier is committed or has failed.
 */
export class Pump {
  readonly #options: PumpOptions;
  #stopping = false;
  #steps = 0;
  #committing: Promise<void> | null = null;
  #chunks = 0;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: PumpOptions) {
    this.#options = options;
  }

  start(): void {
    this.#ended = this.#run();
  }

  /** Resolves when what is being committed has come to an end. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#options.queue.close();
    await this.#ended;
  }

  /** How many steps have succeeded so far; null while nothing is in work. */
  steps(): number | null {
    return this.#chunks === 0 && !this.#options.queue.has('anything') ? null : this.#steps;
  }

  async #run(): Promise<void> {
    const { queue, yieldToEventLoop } = this.#options;
    while (!this.#stopping) {
      // While a chunk is committed a small one gains nothing by being read ahead: more comes to it.
      if (!queue.has(this.#committing === null ? 'anything' : 'a chunk')) {
        await queue.changed();
        continue;
      }
      await yieldToEventLoop();
      const batches = queue.take();
      this.#chunks += 1;
      const readings = await this.#readAll(batches);
      await this.#committing;
      this.#committing = this.#commitAll(readings).then(() => {
        this.#committing = null;
        this.#chunks -= 1;
        queue.release(batches);
      });
    }
    await this.#committing;
  }

  readonly #onStep: OnStep = async () => {
    this.#steps += 1;
    this.#options.queue.step();
  };

  async #readAll(batches: readonly QueuedBatch[]): Promise<BatchReading[]> {
    const readings: BatchReading[] = [];
    for (const batch of batches) {
      if (!batch.isOver()) readings.push(await this.#options.read(batch, this.#onStep));
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
}
