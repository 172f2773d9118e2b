import { RetryableError } from '@fundlens/runtime/errors';
import {
  type BatchVerdict,
  type TopicPartition,
  partitionKey,
  type Source,
  type SourceBatch,
  type SourceRecord,
} from './source.ts';

/** Reads what the log still holds, apart from the projectors and without moving where they stand. */
export type LogReader = {
  /**
   * Gives every record of `[from, to)` to `take`, in order, in batches. One reading per partition at a time.
   * @throws RetryableError when nothing comes for too long; what `take` throws ends the reading.
   */
  read(
    topicPartition: TopicPartition,
    range: { readonly from: number; readonly to: number },
    take: Take,
  ): Promise<void>;
  /** Null when the log has no record there: it was compacted away. The offset must be within the log's bounds. */
  at(topicPartition: TopicPartition, offset: number): Promise<SourceRecord | null>;
  close(): Promise<void>;
};

export type Take = (records: readonly SourceRecord[]) => Promise<void> | void;

export type LogReaderOptions = {
  /** A member of a group of its own, for these topics alone. */
  readonly source: Source;
  /** Nothing for this long, while there is something to read, means that Kafka is away. */
  readonly idleMs?: number;
};

const IDLE_MS = 60_000;

type Reading = {
  readonly topicPartition: TopicPartition;
  readonly to: number;
  readonly take: Take;
  readonly end: (error: unknown) => void;
  position: number;
  timer: NodeJS.Timeout | undefined;
};

/** On the same port as the consumers, so that it reads what they read. */
export function createLogReader({ source, idleMs = IDLE_MS }: LogReaderOptions): LogReader {
  const readings = new Map<string, Reading>();
  let assigned = new Set<string>();
  let started: Promise<void> | undefined;
  let closed = false;

  function start(): Promise<void> {
    started ??= source
      .start({
        onAssigned(topicPartitions) {
          assigned = new Set(topicPartitions.map(partitionKey));
          for (const reading of readings.values()) deliver(reading);
        },
        onBatch: take,
        onPassed(topicPartition, nextOffset) {
          const reading = readings.get(partitionKey(topicPartition));
          if (reading !== undefined) advance(reading, Math.max(reading.position, nextOffset));
        },
        // What is read is worked on while its batch is held.
        steps: () => null,
        onDown() {
          assigned = new Set();
        },
      })
      .catch((error: unknown) => {
        throw new RetryableError('kafka_unavailable', 'Kafka cannot be read now.', { cause: error });
      });
    return started;
  }

  function deliver({ topicPartition, position }: Reading): void {
    if (assigned.has(partitionKey(topicPartition))) source.deliverFrom(topicPartition, position);
  }

  function advance(reading: Reading, position: number): void {
    reading.position = position;
    clearTimeout(reading.timer);
    if (position >= reading.to) reading.end(null);
    else reading.timer = setTimeout(() => reading.end(late()), idleMs);
  }

  async function take(batch: SourceBatch): Promise<BatchVerdict> {
    const reading = readings.get(partitionKey(batch));
    if (reading === undefined) return { nextOffset: batch.records[0]?.offset ?? batch.nextOffset, hold: true };
    clearTimeout(reading.timer);
    try {
      await reading.take(batch.records.filter(({ offset }) => reading.position <= offset && offset < reading.to));
      advance(reading, batch.nextOffset);
    } catch (error) {
      reading.end(error);
    }
    return { nextOffset: batch.nextOffset, hold: !readings.has(partitionKey(batch)) };
  }

  async function read(
    topicPartition: TopicPartition,
    { from, to }: { from: number; to: number },
    each: Take,
  ): Promise<void> {
    if (from >= to) return;
    await start();
    if (closed) throw late();
    const key = partitionKey(topicPartition);
    if (readings.has(key)) throw new TypeError('a partition is read once at a time');
    await new Promise<void>((resolve, reject) => {
      const reading: Reading = {
        topicPartition,
        to,
        take: each,
        position: from,
        timer: undefined,
        end(error) {
          clearTimeout(reading.timer);
          if (readings.get(key) === reading) readings.delete(key);
          if (error === null) resolve();
          else reject(error);
        },
      };
      readings.set(key, reading);
      advance(reading, from);
      deliver(reading);
    });
  }

  return {
    read,
    async at(topicPartition, offset) {
      let found: SourceRecord | null = null;
      await read(topicPartition, { from: offset, to: offset + 1 }, (records) => {
        found = records.find((record) => record.offset === offset) ?? null;
      });
      return found;
    },
    async close() {
      closed = true;
      if (started === undefined) return;
      for (const reading of readings.values()) reading.end(late());
      await source.stop();
    },
  };
}

function late(): RetryableError {
  return new RetryableError('kafka_unavailable', 'Kafka gave nothing for too long.');
}
