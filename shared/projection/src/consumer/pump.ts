import type { Sleep } from '@fundlens/runtime/backoff';
import { failureKind } from '@fundlens/runtime/errors';
import type { SendHeartbeat, Source, SourceRecord } from '../log/source.ts';
import type { OnStep } from '../writer/document-writer.ts';
import type { Commit } from './commit.ts';
import type { QueuedBatch } from './owned-partition.ts';
import type { BatchReading, ReadBatch } from './read-batch.ts';

export type PumpOptions = {
  readonly read: ReadBatch;
  readonly commit: Commit;
  /** Called for each batch that is not over by then, with what was read and stored of it. Must not throw. */
  readonly onAcknowledged: (reading: BatchReading) => void;
  /** Called where nothing of the batch counts as done. Must not throw. */
  readonly onFailed: (batch: QueuedBatch, error: unknown) => void;
  /** Lets the other batches of a fetch come, so that they are committed together. */
  readonly yieldToEventLoop: () => Promise<void>;
  readonly source: Pick<Source, 'completeUntil'>;
  /** Of the log: the most that wait, are read and are committed together. */
  readonly maxBytes: number;
  readonly sleep: Sleep;
};

/**
 * The most bytes of the log that a consumer group has in work at once. A byte is in memory several times (decoded, redacted,
 * rendered, encoded for MongoDB) until MongoDB has acknowledged it: without this bound, memory would grow with the number
 * of partitions and the size of reports.
 */
export const MAX_BYTES_IN_FLIGHT = 24 * 1024 * 1024;

/**
 * The time from one acknowledgement to the next: marks of erasures and checkpoints cost two requests, however much was
 * stored. What comes after a pause is acknowledged at once. Clients that wait for a position may wait this much longer.
 */
const ACKNOWLEDGED_EVERY_MS = 300;

/** One chunk is committed, one is read, and one waits. Large ones fold more states of one entity together. */
const CHUNKS = 3;
/** Of partitions that are read in step: what is folded together is close together then, and small chunks take less memory. */
const CHUNKS_IN_STEP = 6;

/**
 * Moves the records of a consumer group from the log to their checkpoints, in the order of each partition: while one chunk
 * is committed the next is read, and nothing is committed before all that was taken earlier is committed or has failed.
 */
export class Pump {
  readonly #options: PumpOptions;
  #waiting: QueuedBatch[] = [];
  /** Of what waits. */
  #bytes = 0;
  /** The members that bring no more before there is room. */
  readonly #outside = new Set<{ readonly sendHeartbeat: SendHeartbeat; isLost: boolean }>();
  /** Being read or stored. */
  #chunks = 0;
  /** Not acknowledged yet. */
  #stored: BatchReading[] = [];
  /** The last acknowledgement was not long ago. */
  #isRecent = false;
  #committing: Promise<void> | null = null;
  #steps = 0;
  /** Resolved at the next change: a batch has come, is over or lost, room was made. */
  #change = Promise.withResolvers<void>();
  #stopping = false;
  readonly #ended: Promise<void>;

  constructor(options: PumpOptions) {
    this.#options = options;
    this.#ended = this.#run();
  }

  /** Resolves when what is being committed has come to an end. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#changed();
    await this.#ended;
  }

  /** How many steps have succeeded so far; null while nothing is in work. */
  steps(): number | null {
    return this.#waiting.length + this.#chunks + this.#stored.length === 0 ? null : this.#steps;
  }

  /**
   * Takes a batch. Resolves as soon as there is room for more, or the batch is over, or its member has lost the group: a
   * consumer that waits for room sends heartbeats for the steps that succeed meanwhile.
   */
  async push(batch: QueuedBatch, sendHeartbeat: SendHeartbeat): Promise<void> {
    this.#waiting.push(batch);
    this.#bytes += bytesIn([batch]);
    const member = { sendHeartbeat, isLost: false };
    this.#outside.add(member);
    this.#changed();
    while (this.#isFull() && !this.#stopping && !batch.isOver() && !member.isLost) await this.#change.promise;
    this.#outside.delete(member);
  }

  /** Drops what is over. */
  sweep(): void {
    this.#waiting = this.#waiting.filter((batch) => !batch.isOver());
    this.#bytes = bytesIn(this.#waiting);
    this.#stored = this.#stored.filter(isWanted);
    this.#changed();
  }

  get #chunkBytes(): number {
    const { maxBytes, source } = this.#options;
    return maxBytes / (source.completeUntil() < Number.POSITIVE_INFINITY ? CHUNKS_IN_STEP : CHUNKS);
  }

  #isFull(): boolean {
    return this.#bytes > this.#chunkBytes;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      // Before anything is waited for: what changes meanwhile, a stop too, may be the last change.
      const changed = this.#change.promise;
      await this.#options.yieldToEventLoop();
      const chunk = this.#takeChunk();
      if (chunk.length === 0 && (this.#committing !== null || !this.#isAcknowledgementDue())) {
        await changed;
        continue;
      }
      this.#chunks += 1;
      this.#changed();
      const readings = await this.#readAll(chunk);
      await this.#committing;
      this.#committing = this.#commitAll(readings).then(() => {
        this.#committing = null;
        this.#chunks -= 1;
        this.#changed();
      });
    }
    await this.#committing;
  }

  /**
   * While one is committed, a small one gains nothing by being read ahead: more comes to it. What is ahead of other partitions
   * is taken where there is nothing else to do.
   */
  #takeChunk(): QueuedBatch[] {
    if (this.#committing !== null && !this.#isFull()) return [];
    const chunk = this.#takeUntil(this.#options.source.completeUntil());
    return chunk.length > 0 || this.#committing !== null ? chunk : this.#takeUntil(Number.POSITIVE_INFINITY);
  }

  /** Batches of one partition as one. A record that is larger than a chunk comes alone. */
  #takeUntil(until: number): QueuedBatch[] {
    const most = this.#chunkBytes;
    let bytes = 0;
    const isBehind = (record: SourceRecord) => {
      if (record.appendedAt > until) return true;
      bytes += bytesOf(record);
      return bytes > most && bytes > bytesOf(record);
    };
    const [taken, left]: [QueuedBatch[], QueuedBatch[]] = [[], []];
    for (const batches of Map.groupBy(this.#waiting, ({ owned }) => owned).values()) {
      const [first] = batches;
      if (first === undefined) continue;
      const records = batches.flatMap((batch) => batch.records);
      const behind = records.findIndex(isBehind);
      const end = behind < 0 ? records.length : behind;
      if (end > 0) taken.push({ ...first, records: records.slice(0, end) });
      if (end < records.length) left.push({ ...first, records: records.slice(end) });
    }
    this.#waiting = left;
    this.#bytes = bytesIn(left);
    return taken;
  }

  /** One of those that wait sends the heartbeat of all. Reading and writing do not wait for it. */
  readonly #onStep: OnStep = async () => {
    this.#steps += 1;
    const [member] = this.#outside;
    void member?.sendHeartbeat().then((isMember) => {
      if (isMember) return;
      member.isLost = true;
      this.#changed();
    });
  };

  /** Empties the chunk: what was read lets go of its records, which hold the buffers of whole fetches. */
  async #readAll(chunk: QueuedBatch[]): Promise<BatchReading[]> {
    const readings: BatchReading[] = [];
    for (let batch = chunk.shift(); batch !== undefined; batch = chunk.shift()) {
      if (!batch.isOver()) readings.push(await this.#options.read(batch, this.#onStep));
      await this.#onStep();
    }
    return readings;
  }

  async #commitAll(readings: readonly BatchReading[]): Promise<void> {
    await this.#store(readings);
    if (this.#isAcknowledgementDue()) await this.#acknowledge();
  }

  /**
   * A retryable failure fails every batch: a server that all of them need is unavailable. Any other may be caused by one
   * batch: then each is stored alone, and only those that fail alone fail.
   */
  async #store(read: readonly BatchReading[]): Promise<void> {
    const readings = read.filter(isWanted);
    if (readings.length === 0) return;
    try {
      await this.#options.commit.store(readings, this.#onStep);
      this.#stored.push(...readings);
    } catch (error) {
      if (readings.length > 1 && failureKind(error) !== 'retryable') {
        for (const reading of readings) await this.#store([reading]);
        return;
      }
      this.#failed(readings, error);
    }
  }

  /** Behind a failure nothing more of a partition may be stored. */
  #isAcknowledgementDue(): boolean {
    return this.#stored.length > 0 && (!this.#isRecent || this.#stored.some(({ failure }) => failure !== null));
  }

  async #acknowledge(): Promise<void> {
    const stored = this.#stored.splice(0);
    this.#isRecent = true;
    void this.#options.sleep(ACKNOWLEDGED_EVERY_MS).then(() => {
      this.#isRecent = false;
      this.#changed();
    });
    try {
      await this.#options.commit.acknowledge(stored, this.#onStep);
      for (const reading of stored) if (isWanted(reading)) this.#options.onAcknowledged(reading);
    } catch (error) {
      this.#failed(stored, error);
    }
  }

  #failed(readings: readonly BatchReading[], error: unknown): void {
    for (const { batch } of readings) if (!batch.isOver()) this.#options.onFailed(batch, error);
  }

  #changed(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }
}

function isWanted({ batch }: BatchReading): boolean {
  return !batch.isOver();
}

function bytesIn(batches: readonly QueuedBatch[]): number {
  return batches.reduce((sum, { records }) => records.reduce((total, record) => total + bytesOf(record), sum), 0);
}

/** Of key and value. */
function bytesOf({ key, value }: SourceRecord): number {
  return (key?.byteLength ?? 0) + (value?.byteLength ?? 0);
}
