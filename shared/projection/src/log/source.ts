/**
 * The narrow port to the log. What the rest of the projector knows of Kafka is in this file; the client library behind
 * it can be changed without touching anything else.
 */

export type TopicPartition = { readonly topic: string; readonly partition: number };

/** Names a partition in maps, metrics and health. */
export function partitionKey({ topic, partition }: TopicPartition): string {
  return `${topic}:${partition}`;
}

export type SourceRecord = {
  readonly offset: number;
  readonly key: Buffer | null;
  /** Null: a compaction marker. */
  readonly value: Buffer | null;
  /** Epoch milliseconds at which the log took the record. */
  readonly appendedAt: number;
  /**
   * It stands for a compressed batch that was not expanded, because it would be too much: so many records, this one
   * included, of which neither keys nor values are known. The others are delivered as compaction markers behind it.
   */
  readonly refusedRecords?: number;
};

/** Consecutive records of one partition, never empty; offsets may have gaps where the log was compacted. */
export type SourceBatch = TopicPartition & {
  readonly records: readonly SourceRecord[];
  /** The offset after everything that this batch covers, including what the log keeps for itself. */
  readonly nextOffset: number;
};

export type BatchControl = {
  /** True when the partition was taken away, moved by `deliverFrom`, or the source stops: give up soon. */
  abandoned(): boolean;
  /** Tells the group that this member is alive. To be called when a step has succeeded, never on a timer. */
  progress(): Promise<void>;
};

/** What became of a batch: everything below `nextOffset` is checkpointed or in work. */
export type BatchVerdict = {
  readonly nextOffset: number;
  /** Nothing more of this partition until `deliverFrom`. */
  readonly hold: boolean;
};

export type SourceHandlers = {
  /** All partitions that this member now has. Nothing of any of them is delivered until `deliverFrom`. */
  onAssigned(topicPartitions: readonly TopicPartition[]): void;
  /** Must not reject: failures are verdicts. One call per partition at a time, several partitions at once. */
  onBatch(batch: SourceBatch, control: BatchControl): Promise<BatchVerdict>;
  /** The log went on to `nextOffset` without a record for us (transaction markers, compacted ranges). */
  onPassed(topicPartition: TopicPartition, nextOffset: number): void;
  /**
   * How many steps have succeeded so far; null while nothing is in work. A member that has work and makes no step must lose
   * its partitions, whatever else it does meanwhile.
   */
  steps(): number | null;
  /** The connection to the group is lost; it is being rebuilt, and `onAssigned` follows. */
  onDown(code: string): void;
};

export type Source = {
  start(handlers: SourceHandlers): Promise<void>;
  /** Ends deliveries; the batch in hand is abandoned at its next step. */
  stop(): Promise<void>;
  /** Tells the group how far the partition is done: for tools, which see what waits. Kept for the next request. */
  commit(topicPartition: TopicPartition, nextOffset: number): void;
  /** Starts or goes on delivering from exactly `offset`; without effect when the partition is no longer ours. */
  deliverFrom(topicPartition: TopicPartition, offset: number): void;
};

/** First offset that the log still has, and the offset that the next record will get. */
export type LogBounds = { readonly first: number; readonly end: number };

export type TopicBounds = {
  /** Of all partitions of the topic: whatever the log took before the question lies below `end`. */
  readonly partitions: ReadonlyMap<number, LogBounds>;
};

export type Logs = {
  /** @throws RetryableError within a bounded time. */
  bounds(topic: string): Promise<TopicBounds>;
};
