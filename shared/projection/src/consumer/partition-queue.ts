import type { BatchControl, SourceRecord } from '../log/source.ts';
import { markQueued, type OwnedPartition } from './owned-partition.ts';

/** Consecutive records of one partition, from the log to their checkpoint. */
export type QueuedBatch = {
  readonly owned: OwnedPartition;
  readonly records: readonly SourceRecord[];
  /** The checkpoint that everything before leaves; null: none. */
  readonly checkpoint: number | null;
  /** True once the partition was taken away, restarted or held: the batch must not be committed any more. */
  readonly isOver: () => boolean;
};

/** The batches of a consumer group that wait to be read, bounded by the bytes of all that were not committed yet. */
export type PartitionQueue = {
  /**
   * Takes a batch as soon as there is room for it, in parts where it is large. A record that is larger than all the room
   * comes alone.
   * @returns false when the batch is over, or the queue closed, before all of it was taken.
   */
  push(batch: QueuedBatch, control: BatchControl): Promise<boolean>;
  /** Whether there is anything to take, or as much as is taken at once. */
  has(what: 'anything' | 'a chunk'): boolean;
  /** The oldest batches, as many as are taken at once; those of one partition joined. */
  take(): QueuedBatch[];
  /** What was taken is committed, or given up. */
  release(batches: readonly QueuedBatch[]): void;
  /** Drops what is over. */
  sweep(): void;
  /** Resolves at the next change: a batch has come, room was made, or a step has succeeded. */
  changed(): Promise<void>;
  /** A step has succeeded: whoever waits for room says so to the group. */
  step(): void;
  close(): void;
};

export type PartitionQueueOptions = {
  readonly maxBytes: number;
  /** Called with the bytes that were pushed and not released whenever they change. */
  readonly onBytes: (bytes: number) => void;
  /** Called each time that a batch has to wait for room. */
  readonly onWait: () => void;
};

/**
 * The most bytes of the log that a consumer group has in work at once. A byte is in memory several times (decoded, redacted,
 * rendered, encoded for MongoDB) until MongoDB has acknowledged it: without this bound, memory would grow with the number
 * of partitions and the size of reports.
 */
export const MAX_BYTES_IN_FLIGHT = 48 * 1024 * 1024;

/** One chunk is committed, one is read, and one waits. Fewer and larger ones fold more states of one entity together. */
const CHUNKS = 3;

export function createPartitionQueue({ maxBytes, onBytes, onWait }: PartitionQueueOptions): PartitionQueue {
  const chunkBytes = maxBytes / CHUNKS;
  let waiting: QueuedBatch[] = [];
  let waitingBytes = 0;
  /** Waiting, being read or being committed. */
  let inWork = 0;
  let closed = false;
  let change = Promise.withResolvers<void>();

  function step(): void {
    change.resolve();
    change = Promise.withResolvers();
  }

  function count(bytes: number): void {
    inWork += bytes;
    onBytes(inWork);
    step();
  }

  const release = (batches: readonly QueuedBatch[]) => count(-sum(batches));

  async function put(batch: QueuedBatch, control: BatchControl): Promise<boolean> {
    const bytes = bytesOf(batch.records);
    const fits = () => inWork === 0 || inWork + bytes <= maxBytes;
    const isOver = () => closed || batch.isOver() || control.abandoned();
    if (!fits()) onWait();
    while (!fits() && !isOver()) {
      await change.promise;
      await control.progress();
    }
    if (isOver()) return false;
    waiting.push(batch);
    waitingBytes += bytes;
    markQueued(batch.owned, endOf(batch));
    count(bytes);
    return true;
  }

  return {
    async push({ records, ...batch }, control) {
      let { checkpoint } = batch;
      for (let rest = records; rest.length > 0; ) {
        const part = { ...batch, records: fittingIn(chunkBytes, rest), checkpoint };
        if (!(await put(part, control))) return false;
        rest = rest.slice(part.records.length);
        checkpoint = endOf(part);
      }
      return true;
    },
    has: (what) => waiting.length > 0 && (what === 'anything' || waitingBytes >= chunkBytes),
    take() {
      const chunk = new Map<OwnedPartition, QueuedBatch>();
      let left = chunkBytes;
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        left -= bytesOf(next.records);
        if (left < 0 && chunk.size > 0) break;
        waiting.shift();
        const before = chunk.get(next.owned);
        const joined = before && { ...before, records: [...before.records, ...next.records] };
        chunk.set(next.owned, joined ?? next);
      }
      const taken = [...chunk.values()];
      waitingBytes -= sum(taken);
      return taken;
    },
    release,
    sweep() {
      const over = waiting.filter((batch) => batch.isOver());
      waiting = waiting.filter((batch) => !batch.isOver());
      waitingBytes -= sum(over);
      release(over);
    },
    changed: () => change.promise,
    step,
    close() {
      closed = true;
      step();
    },
  };
}

function endOf({ records }: QueuedBatch): number {
  return (records.at(-1)?.offset ?? -1) + 1;
}

/** The longest run of records from the front that keeps within so many bytes; at least one record. */
function fittingIn(maxBytes: number, records: readonly SourceRecord[]): readonly SourceRecord[] {
  let bytes = 0;
  const end = records.findIndex((record, index) => {
    bytes += bytesOf([record]);
    return index > 0 && bytes > maxBytes;
  });
  return end < 0 ? records : records.slice(0, end);
}

function sum(batches: readonly QueuedBatch[]): number {
  return batches.reduce((bytes, { records }) => bytes + bytesOf(records), 0);
}

/** Of keys and values, as the log has them. */
function bytesOf(records: readonly SourceRecord[]): number {
  return records.reduce((bytes, { key, value }) => bytes + (key?.byteLength ?? 0) + (value?.byteLength ?? 0), 0);
}
