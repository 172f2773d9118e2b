/**
 * The port to the log. The rest of the projector knows Kafka through this file only, so the client library behind it can
 * be replaced.
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
  /** Set when it is in a compressed batch that is too large to expand: the batch's records. Key and value are unknown. */
  readonly refusedRecords?: number;
  /** Its `traceparent` header, unchecked. */
  readonly traceparent?: string;
};

/** Consecutive records of one partition, never empty; offsets may have gaps where the log was compacted. */
export type SourceBatch = TopicPartition & {
  readonly records: readonly SourceRecord[];
  /** The offset after everything that this batch covers, including what the log keeps for itself. */
  readonly nextOffset: number;
};

/**
 * To be called when a step has succeeded, never on a timer.
 * @returns false when the member has lost its group: the batch should end soon.
 */
export type SendHeartbeat = () => Promise<boolean>;

export type SourceHandlers = {
  /** All partitions that this member now has. Nothing of any of them is delivered until `deliverFrom`. */
  onAssigned(topicPartitions: readonly TopicPartition[]): void;
  /**
   * Must not reject. One call per partition at a time, several partitions at once.
   * @returns false: nothing more of this partition until `deliverFrom`. True: the batch is in work.
   */
  onBatch(batch: SourceBatch, sendHeartbeat: SendHeartbeat): Promise<boolean>;
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
  /** Leaves the group and joins it as a new member, for one that hangs. Within a bounded time; the assignment follows. */
  restart(): void;
  /** Commits the offset to the group with the next request, for tools that show the lag. */
  commit(topicPartition: TopicPartition, nextOffset: number): void;
  /**
   * Up to this append time, what changes documents together was delivered from all partitions; later records may be ahead of
   * others, and are better taken with them. Infinite: none is known to be.
   */
  completeUntil(): number;
  /** Delivers from exactly `offset` on; without effect when the partition is no longer assigned. */
  deliverFrom(topicPartition: TopicPartition, offset: number): void;
};

export type LogBounds = {
  /** The first offset that the log still has. */
  readonly first: number;
  /** Everything below can be read: the offset of the first record whose transaction is open, without one `end`. */
  readonly stable: number;
  /** The offset that the next record will get: whatever the log took before the question lies below it. */
  readonly end: number;
};

/** Of all partitions of a topic. */
export type TopicBounds = ReadonlyMap<number, LogBounds>;

export type Logs = {
  /** @throws RetryableError within a bounded time. */
  bounds(topic: string): Promise<TopicBounds>;
};
