import type { Backoff } from '@fundlens/runtime/backoff';
import { FatalError, failureCode, failureKind, RetryableError } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import type { PartitionHealth, PartitionStatus } from '../health/partition-health.ts';
import {
  type LogBounds,
  type Logs,
  partitionKey,
  type SendHeartbeat,
  type Source,
  type SourceBatch,
  type TopicBounds,
  type TopicPartition,
} from '../log/source.ts';
import type { CheckpointStore } from '../writer/checkpoint-store.ts';
import { affirmTaken } from './affirmations.ts';
import { advanceOf } from './commit.ts';
import { OwnedPartition, type Progress } from './owned-partition.ts';
import { Pump, type PumpOptions } from './pump.ts';
import type { BatchReading } from './read-batch.ts';

/**
 * What waits and does not move for this long hangs: nothing that it waits for takes so long, neither the others of the group
 * in a rebalance (a minute) nor a server that is away, for which a partition is held.
 */
export const STALLED_MS = 120_000;

/** A broker that was suspended tells the end of its log as of then until it hears of the next leader. */
const REPLACED_AFTER_MS = 5_000;

export type StreamConsumerOptions = Omit<PumpOptions, 'onAcknowledged' | 'onFailed'> & {
  /** Names the consumer in health and logs, e.g. `group access`. */
  readonly name: string;
  readonly source: Source;
  readonly logs: Logs;
  readonly checkpoints: Pick<CheckpointStore, 'load'>;
  /**
   * Called before a partition begins. @returns why it must not now; null: it may. @throws RetryableError when that is not
   * known now.
   */
  readonly mayBegin?: () => Promise<string | null>;
  /**
   * Called when a checkpoint lies before the one that this process knows: the database was restored from a backup, so what
   * this process remembers of documents is wrong, too. Must restart all.
   */
  readonly onCheckpointGap: () => void;
  readonly partitionHealth: PartitionHealth;
  readonly logger: Logger;
  readonly createBackoff: () => Backoff;
};

/**
 * Decides, per partition, where to begin, what a failure means and when to try again (design §8):
 * retryable → hold the partition, wait, go on; fatal → stop it, with the reason shown, and never skip.
 */
export class StreamConsumer implements Component {
  readonly name: string;
  readonly #options: StreamConsumerOptions;
  readonly #pump: Pump;
  /** Every one that this process has or had. */
  readonly #partitions = new Map<string, OwnedPartition>();
  /** Since when it waits for its assignment, by the monotonic clock; null: it has one. */
  #joiningSince: number | null = null;

  constructor(options: StreamConsumerOptions) {
    this.#options = options;
    this.name = options.name;
    this.#pump = new Pump({
      ...options,
      onAcknowledged: (reading) => this.#acknowledged(reading),
      onFailed: ({ owned }, error) => this.#hold(owned, error),
    });
  }

  async start(): Promise<void> {
    const { source, partitionHealth, name, logger } = this.#options;
    partitionHealth.setPart(name, 'joining');
    this.#joiningSince = performance.now();
    await source.start({
      onAssigned: (topicPartitions) => this.#assigned(topicPartitions),
      onBatch: (batch, sendHeartbeat) => this.#batch(batch, sendHeartbeat),
      onPassed: (topicPartition, nextOffset) => this.#passed(topicPartition, nextOffset),
      steps: () => this.#pump.steps(),
      onDown: (code) => {
        this.#joiningSince = performance.now();
        partitionHealth.setPart(name, code);
        logger.warn({ group: name, code }, 'consumer lost its group and is joining again');
      },
    });
  }

  async stop(): Promise<void> {
    for (const owned of this.#owned()) owned.release();
    await Promise.all([this.#pump.stop(), this.#options.source.stop()]);
  }

  /**
   * Loads the checkpoints again: a restored database may have older ones than this process remembers. What it remembers of
   * documents has been forgotten. Asks again whether partitions may begin.
   */
  restartFromCheckpoints(): void {
    for (const partition of this.#partitions.values()) partition.checkpoint = null;
    for (const owned of this.#owned()) this.#restart(owned);
  }

  /**
   * Restarts a paused or stopped partition at once, from its checkpoint.
   * @param setAsideThrough an operator's decision that holds until the partition is assigned anew: invalid records up to
   *   this offset become dead letters, also when they are most of what arrives. A partition that waits, for a server or an
   *   unattributable access event, has nothing of that kind: `not_stopped`, and nothing changes.
   */
  retry(topicPartition: TopicPartition, setAsideThrough?: number): 'retried' | 'running' | 'not_stopped' | 'not_here' {
    const present = this.#partitions.get(partitionKey(topicPartition));
    if (present === undefined || present.released.signal.aborted) return 'not_here';
    if (present.delivery !== null) return 'running';
    if (setAsideThrough !== undefined && present.stopReason === null) return 'not_stopped';
    this.#options.logger.info({ ...topicPartition, setAsideThrough }, 'an operator has restarted the partition');
    present.backoff.reset();
    present.stopReason = null;
    this.#restart(present, setAsideThrough);
    return 'retried';
  }

  /** Restarts the member of the group when it hangs: without assignment, or with a partition that does not move. */
  restartIfStalled(bounds: ReadonlyMap<string, TopicBounds>): void {
    const { source, name, logger } = this.#options;
    const now = performance.now();
    const isStalled = (since: number | null) => since !== null && now - since >= STALLED_MS;
    const stalled = this.#owned().filter((owned) => {
      const { topic, partition } = owned.topicPartition;
      return isStalled(owned.waitsSince(bounds.get(topic)?.get(partition)?.stable ?? 0, now));
    });
    // While Kafka does not answer no other member could join either.
    if (bounds.size === 0 && this.#joiningSince !== null) this.#joiningSince = now;
    if (stalled.length === 0 && !isStalled(this.#joiningSince)) return;
    for (const owned of stalled) owned.waiting = null;
    this.#joiningSince = now;
    const partitions = stalled.map(({ topicPartition }) => partitionKey(topicPartition));
    logger.error({ group: name, partitions, seconds: STALLED_MS / 1_000 }, 'consumer hangs and is replaced');
    source.restart();
  }

  /** The progress of every owned partition, also of paused and stopped ones. */
  progress(): Progress[] {
    return this.#owned().flatMap((owned) => {
      const { position: nextOffset, delivery } = owned;
      return nextOffset === null ? [] : [{ owned, nextOffset, delivery }];
    });
  }

  #owned(): OwnedPartition[] {
    return [...this.#partitions.values()].filter(({ released }) => !released.signal.aborted);
  }

  #assigned(topicPartitions: readonly TopicPartition[]): void {
    const { partitionHealth, createBackoff, name, logger } = this.#options;
    const keys = topicPartitions.map(partitionKey);
    this.#joiningSince = null;
    // What is known of a partition that stays goes on ageing: an outage that restarts it must not look like freshness.
    for (const owned of this.#owned()) {
      if (keys.includes(partitionKey(owned.topicPartition))) continue;
      owned.release();
      partitionHealth.remove(owned.topicPartition);
    }
    this.#pump.sweep();
    partitionHealth.setPart(name, null);
    logger.info({ group: name, partitions: keys }, 'partitions assigned');
    for (const topicPartition of topicPartitions) {
      const key = partitionKey(topicPartition);
      const assigned = this.#partitions.get(key) ?? new OwnedPartition(topicPartition, createBackoff());
      this.#partitions.set(key, assigned);
      this.#restart(assigned);
    }
  }

  #restart(owned: OwnedPartition, setAsideThrough?: number): void {
    const signal = owned.assign(setAsideThrough);
    this.#pump.sweep();
    this.#show(owned, 'starting');
    void this.#begin(owned, signal);
  }

  /** Delivers from the checkpoint as it is stored after the wait. `signal`: of the assignment. */
  async #begin(owned: OwnedPartition, signal: AbortSignal, waitMs = 0): Promise<void> {
    const { mayBegin, checkpoints, logs, source, sleep } = this.#options;
    const { topic, partition } = owned.topicPartition;
    try {
      if (waitMs > 0) await sleep(waitMs, signal);
      if (signal.aborted) return;
      const hold = (await mayBegin?.()) ?? null;
      // What cannot be read would be set aside, though nothing is written.
      if (hold !== null) throw new RetryableError(hold, 'This process must not write its generation now.');
      const stored = (await checkpoints.load([topic])).find((checkpoint) => checkpoint.partition === partition);
      const bounds = (await logs.bounds(topic)).get(partition);
      if (signal.aborted) return;
      // A checkpoint before the one that this process knew: what it remembers of documents would pass for what the restored
      // database has, and the records in between for applied.
      if ((stored?.nextOffset ?? 0) < (owned.checkpoint ?? 0))
        throw new RetryableError('checkpoint_gap', 'The checkpoint lies before the one that this process knew.');
      // Another member may have got further than where this one has stopped.
      if ((stored?.nextOffset ?? 0) > (owned.position ?? 0)) owned.stopReason = null;
      if (owned.stopReason !== null) return;
      owned.checkpoint = stored?.nextOffset ?? null;
      const offset = startOffset(owned.checkpoint, bounds);
      if (stored !== undefined) owned.affirmed = affirmTaken(owned.affirmed, stored);
      owned.deliverFrom(offset);
      source.deliverFrom(owned.topicPartition, offset);
      // After a failure it runs once a batch is committed: until then it shows why it waits.
      if (waitMs === 0 || offset >= (bounds?.stable ?? 0)) this.#show(owned, 'running');
    } catch (error) {
      if (!signal.aborted) this.#hold(owned, error, waitMs);
    }
  }

  /** @returns false while nothing of the partition is taken: it is read again from its checkpoint. */
  async #batch(batch: SourceBatch, sendHeartbeat: SendHeartbeat): Promise<boolean> {
    const owned = this.#partitions.get(partitionKey(batch));
    const { records, nextOffset } = batch;
    // It was held or reassigned while this batch was fetched.
    if (!owned?.delivery) return false;
    const { delivery } = owned;
    const isOver = () => owned.delivery !== delivery;
    try {
      await this.#checkGap(owned, records[0]?.offset ?? nextOffset);
      if (!isOver()) {
        owned.queued(batch);
        await this.#pump.push({ owned, records, isOver }, sendHeartbeat);
      }
    } catch (error) {
      if (!isOver()) this.#hold(owned, error);
    }
    return owned.delivery !== null;
  }

  /** Compaction and transactions leave gaps. A replaced or truncated log must not be taken for a gap. */
  async #checkGap({ topicPartition, delivery }: OwnedPartition, first: number): Promise<void> {
    if (delivery === null || first === delivery.next) return;
    // Where a leader moves, KafkaJS may have asked both for the same; of another log the bounds tell before it begins again.
    if (first < delivery.next) throw new RetryableError('kafka_unavailable', 'Kafka delivered what was taken before.');
    startOffset(delivery.next, (await this.#options.logs.bounds(topicPartition.topic)).get(topicPartition.partition));
  }

  #passed(topicPartition: TopicPartition, nextOffset: number): void {
    const owned = this.#partitions.get(partitionKey(topicPartition));
    if (!owned?.delivery) return;
    owned.passed(nextOffset);
    if (owned.isIdle()) this.#show(owned, 'running');
  }

  #acknowledged(reading: BatchReading): void {
    const { owned } = reading.batch;
    const advance = advanceOf(reading);
    if (advance !== null) {
      owned.committed(advance);
      this.#options.source.commit(owned.topicPartition, advance.nextOffset);
    }
    if (reading.failure !== null) this.#hold(owned, reading.failure.error);
    else {
      owned.backoff.reset();
      this.#show(owned, 'running');
    }
  }

  /** What is queued of the partition is dropped. After a failure that passes it begins again. `waitedMs`: before it began. */
  #hold(owned: OwnedPartition, error: unknown, waitedMs = 0): void {
    const { onCheckpointGap, logger } = this.#options;
    const { topicPartition, position: offset, released } = owned;
    owned.delivery = null;
    this.#pump.sweep();
    const reason = failureCode(error);
    const isDoubtful = reason === 'log_replaced' && waitedMs < REPLACED_AFTER_MS;
    if (failureKind(error) !== 'retryable' && !isDoubtful) {
      owned.stopReason = reason;
      this.#show(owned, 'stopped', reason);
      logger.fatal({ ...topicPartition, offset, error }, 'partition stopped until an operator restarts it');
      return;
    }
    const waitMs = owned.backoff.next();
    this.#show(owned, 'paused', reason);
    logger.warn({ ...topicPartition, offset, waitMs, error }, 'partition paused');
    // Without the wait: a rebalance may begin the partition before it has passed.
    if (reason === 'checkpoint_gap') onCheckpointGap();
    else void this.#begin(owned, released.signal, waitMs);
  }

  #show(owned: OwnedPartition, status: PartitionStatus, reason: string | null = null): void {
    const { stopReason } = owned;
    owned.waiting = null;
    const state = stopReason === null ? { status, reason } : { status: 'stopped' as const, reason: stopReason };
    this.#options.partitionHealth.set(owned.topicPartition, state);
  }
}

/**
 * Where a partition is read from: its checkpoint, or the beginning.
 * @throws FatalError `log_replaced` when the log ends before the checkpoint: it is another log, and what is in the read
 *   models is not from it. `log_truncated` when events between checkpoint and beginning are gone.
 */
export function startOffset(checkpoint: number | null, bounds: Pick<LogBounds, 'first' | 'end'> | undefined): number {
  if (bounds === undefined) throw new FatalError('partition_missing', 'The topic has no such partition.');
  const { first, end } = bounds;
  const offset = checkpoint ?? first;
  if (offset > end) throw new FatalError('log_replaced', 'The checkpoint lies beyond the end of the log.');
  if (offset < first) throw new FatalError('log_truncated', 'The log lost events that were not read yet.');
  return offset;
}
