import { RetryableError } from '@fundlens/runtime/errors';
import { type TopicPartition, partitionKey, type Source, type SourceBatch, type SourceRecord } from './source.ts';

type Take = (records: readonly SourceRecord[]) => Promise<void> | void;

/** A reading without records for this long fails: Kafka is unavailable. */
export const IDLE_MS = 30_000;

/** A member of a group of its own, for the topics that are read alone. */
type ReaderSource = Pick<Source, 'start' | 'stop' | 'deliverFrom'>;

type Reading = {
  readonly topicPartition: TopicPartition;
  readonly to: number;
  readonly take: Take;
  readonly end: (error: unknown) => void;
  position: number;
  timer: NodeJS.Timeout | undefined;
};

/**
 * Reads what the log still holds, through the same port as the consumers, so that it reads the same records. It neither uses
 * nor moves the positions of the projectors.
 */
export class LogReader {
  readonly #source: ReaderSource;
  readonly #onClosed: () => Promise<void>;
  readonly #readings = new Map<string, Reading>();
  #assigned: ReadonlySet<string> = new Set();
  #started: Promise<void> | undefined;
  #closed = false;

  constructor(source: ReaderSource, onClosed: () => Promise<void>) {
    this.#source = source;
    this.#onClosed = onClosed;
  }

  /**
   * Gives every record of `[from, to)` to `take`, in order, in batches. One reading per partition at a time.
   * @throws RetryableError when no records arrive for too long; an error of `take` ends the reading.
   */
  async read(
    topicPartition: TopicPartition,
    { from, to }: { readonly from: number; readonly to: number },
    take: Take,
  ): Promise<void> {
    if (from >= to) return;
    await this.#start();
    if (this.#closed) throw late();
    const key = partitionKey(topicPartition);
    if (this.#readings.has(key)) throw new TypeError('a partition is read once at a time');
    await new Promise<void>((resolve, reject) => {
      const reading: Reading = {
        topicPartition,
        to,
        take,
        position: from,
        timer: undefined,
        end: (error) => {
          clearTimeout(reading.timer);
          if (this.#readings.get(key) === reading) this.#readings.delete(key);
          if (error === null) resolve();
          else reject(error);
        },
      };
      this.#readings.set(key, reading);
      this.#advance(reading, from);
      this.#deliver(reading);
    });
  }

  /** Null when the log has no record there: it was compacted away. The offset must be within the log's bounds. */
  async at(topicPartition: TopicPartition, offset: number): Promise<SourceRecord | null> {
    let found: SourceRecord | null = null;
    await this.read(topicPartition, { from: offset, to: offset + 1 }, (records) => {
      found = records.find((record) => record.offset === offset) ?? null;
    });
    return found;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#started === undefined) return;
    for (const reading of this.#readings.values()) reading.end(late());
    await this.#source.stop();
    await this.#onClosed();
  }

  #start(): Promise<void> {
    this.#started ??= this.#source
      .start({
        onAssigned: (topicPartitions) => {
          this.#assigned = new Set(topicPartitions.map(partitionKey));
          for (const reading of this.#readings.values()) this.#deliver(reading);
        },
        onBatch: (batch) => this.#take(batch),
        onPassed: (topicPartition, nextOffset) => {
          const reading = this.#readings.get(partitionKey(topicPartition));
          if (reading !== undefined) this.#advance(reading, Math.max(reading.position, nextOffset));
        },
        // No work outlives `onBatch`, which is not counted in steps.
        steps: () => null,
        onDown: () => {
          this.#assigned = new Set();
        },
      })
      .catch((error: unknown) => {
        throw new RetryableError('kafka_unavailable', 'Kafka cannot be read now.', { cause: error });
      });
    return this.#started;
  }

  #deliver({ topicPartition, position }: Reading): void {
    if (this.#assigned.has(partitionKey(topicPartition))) this.#source.deliverFrom(topicPartition, position);
  }

  #advance(reading: Reading, position: number): void {
    reading.position = position;
    clearTimeout(reading.timer);
    if (position >= reading.to) reading.end(null);
    else reading.timer = setTimeout(() => reading.end(late()), IDLE_MS);
  }

  async #take(batch: SourceBatch): Promise<boolean> {
    const reading = this.#readings.get(partitionKey(batch));
    if (reading === undefined) return false;
    clearTimeout(reading.timer);
    try {
      await reading.take(batch.records.filter(({ offset }) => reading.position <= offset && offset < reading.to));
      this.#advance(reading, Math.max(reading.position, batch.nextOffset));
    } catch (error) {
      reading.end(error);
    }
    return this.#readings.has(partitionKey(batch));
  }
}

function late(): RetryableError {
  return new RetryableError('kafka_unavailable', 'Kafka delivered no records for too long.');
}
