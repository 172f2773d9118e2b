import { type Backoff, type Sleep, sleep } from '@fundlens/runtime/backoff';
import { FatalError, failureCode, failureKind } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import type { PartitionHealth, PartitionStatus } from '../health/partition-health.ts';
import {
  type BatchControl,
  type BatchVerdict,
  type Logs,
  partitionKey,
  type Source,
  type SourceBatch,
  type TopicBounds,
  type TopicPartition,
} from '../log/source.ts';
import type { CheckpointStore } from '../writer/checkpoint-store.ts';
import type { Affirmation } from './affirmations.ts';
import { advanceOf } from './commit.ts';
import { OwnedPartition } from './owned-partition.ts';
import { Pump, type PumpOptions } from './pump.ts';
import type { BatchReading } from './read-batch.ts';
import { STALLED_MS, StallWatch } from './stall-watch.ts';
import { assertReaches, startOffset } from './start-positions.ts';

export type StreamConsumerOptions = Omit<PumpOptions, 'onAcknowledged' | 'onFailed' | 'completeUntil' | 'sleep'> & {
  /** Names the consumer in health and logs, e.g. `group access`. */
  readonly name: string;
  readonly source: Source;
  readonly logs: Logs;
  readonly checkpoints: Pick<CheckpointStore, 'load'>;
  /**
   * Called before partitions begin. @returns why they must not; null: they may. `restartFromCheckpoints` asks again.
   * @throws RetryableError when that is not known now.
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
  /** Tests and the simulation pass their own. */
  readonly sleep?: Sleep;
};

/** How far an owned partition is processed at a moment. */
export type Progress = { readonly owned: OwnedPartition; readonly nextOffset: number };

/**
 * Decides, per partition, where to begin, what a failure means and when to try again (design §8):
 * retryable → hold the partition, wait, go on; fatal → stop it, with the reason shown, and never skip.
 */
export class StreamConsumer implements Component {
  readonly name: string;
  readonly #options: StreamConsumerOptions;
  readonly #sleep: Sleep;
  readonly #pump: Pump;
  /** Of every partition that this process has or had, the last assignment: the next one goes on from what it knows. */
  readonly #latest = new Map<string, OwnedPartition>();
  #joined = false;
  readonly #stalls = new StallWatch();
  #stopping = false;

  constructor(options: StreamConsumerOptions) {
    this.#options = options;
    this.name = options.name;
    this.#sleep = options.sleep ?? sleep;
    this.#pump = new Pump({
      ...options,
      sleep: this.#sleep,
      completeUntil: () => options.source.completeUntil(),
      onAcknowledged: (reading) => this.#acknowledged(reading),
      onFailed: ({ owned }, error) => this.#hold(owned, error),
    });
  }

  async start(): Promise<void> {
    const { source, partitionHealth, name, logger } = this.#options;
    partitionHealth.setPart(name, 'joining');
    this.#pump.start();
    await source.start({
      onAssigned: (topicPartitions) => {
        this.#joined = true;
        this.#assigned(topicPartitions);
      },
      onBatch: (batch, control) => this.#batch(batch, control),
      onPassed: (topicPartition, nextOffset) => this.#passed(topicPartition, nextOffset),
      steps: () => this.#pump.steps(),
      onDown: (code) => {
        this.#joined = false;
        partitionHealth.setPart(name, code);
        logger.warn({ group: name, code }, 'consumer lost its group and is joining again');
      },
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const owned of this.#owned()) owned.release();
    const pumped = this.#pump.stop();
    await this.#options.source.stop();
    await pumped;
  }

  /**
   * Loads the checkpoints again: a restored database may have older ones than this process remembers. What it remembers of
   * documents has been forgotten. Asks again whether partitions may begin.
   */
  restartFromCheckpoints(): void {
    const owned = this.#owned();
    if (owned.length > 0) this.#assigned(owned.map(({ topicPartition }) => topicPartition));
    for (const latest of this.#latest.values()) latest.forgetCheckpoint();
  }

  /**
   * Restarts a paused or stopped partition at once, from its checkpoint.
   * @param setAsideThrough an operator's decision that holds until the partition is assigned anew: invalid records up to
   *   this offset become dead letters, also when they are most of what arrives. A partition that waits, for a server or an
   *   unattributable access event, has nothing of that kind: `not_stopped`, and nothing changes.
   */
  retry(topicPartition: TopicPartition, setAsideThrough?: number): 'retried' | 'running' | 'not_stopped' | 'not_here' {
    const present = this.#latest.get(partitionKey(topicPartition));
    if (present === undefined || present.released.signal.aborted) return 'not_here';
    if (present.delivery !== null) return 'running';
    if (setAsideThrough !== undefined && present.stopReason === null) return 'not_stopped';
    present.release();
    present.backoff.reset();
    present.stopReason = null;
    const next = this.#next(topicPartition, setAsideThrough);
    this.#show(next, 'starting', null);
    this.#options.logger.info({ ...topicPartition, setAsideThrough }, 'an operator has restarted the partition');
    this.#begin([next]).catch((error: unknown) => this.#stopPartition(next, error));
    return 'retried';
  }

  /** Restarts the member of the group when it hangs: without assignment, or with a partition that does not move. */
  restartIfStalled(bounds: ReadonlyMap<string, TopicBounds>): void {
    const { source, name, logger } = this.#options;
    const marks = new Map(this.#joined ? [] : [['group', 'joining']]);
    for (const owned of this.#owned()) {
      const { topicPartition, status, delivery, position } = owned;
      const stable = bounds.get(topicPartition.topic)?.get(topicPartition.partition)?.stable ?? 0;
      const key = partitionKey(topicPartition);
      if (status === 'starting') marks.set(key, status);
      if (delivery === null || position === null || position >= stable) continue;
      marks.set(key, `${position} ${delivery.next} ${owned.isIdle() ? '' : this.#pump.steps()}`);
    }
    const stalled = this.#stalls.look(marks);
    if (this.#stopping || stalled === null) return;
    logger.error({ group: name, stalled, seconds: STALLED_MS / 1_000 }, 'consumer hangs and is replaced');
    source.restart();
  }

  /** The progress of every owned partition, also of paused and stopped ones. */
  progress(): Progress[] {
    return this.#owned().flatMap((owned) => (owned.position === null ? [] : [{ owned, nextOffset: owned.position }]));
  }

  #owned(): OwnedPartition[] {
    return [...this.#latest.values()].filter(({ released }) => !released.signal.aborted);
  }

  #assigned(topicPartitions: readonly TopicPartition[]): void {
    const { partitionHealth, name, logger } = this.#options;
    const kept = new Set(topicPartitions.map(partitionKey));
    for (const owned of this.#owned()) {
      owned.release();
      // What is known of a partition that stays goes on ageing: an outage that restarts it must not look like freshness.
      if (!kept.has(partitionKey(owned.topicPartition))) partitionHealth.remove(owned.topicPartition);
    }
    const assigned = topicPartitions.map((one) => this.#next(one));
    this.#pump.sweep();
    partitionHealth.setPart(name, null);
    logger.info({ group: name, partitions: topicPartitions.map(partitionKey) }, 'partitions assigned');

    for (const owned of assigned) this.#show(owned, 'starting', null);
    this.#begin(assigned).catch((error: unknown) => {
      for (const owned of assigned) this.#stopPartition(owned, error);
    });
  }

  #next(topicPartition: TopicPartition, setAsideThrough?: number): OwnedPartition {
    const key = partitionKey(topicPartition);
    const next =
      this.#latest.get(key)?.next(setAsideThrough) ?? new OwnedPartition(topicPartition, this.#options.createBackoff());
    this.#latest.set(key, next);
    return next;
  }

  /** Loads the start position of each partition and begins its delivery. Retries until that succeeds. */
  async #begin(assigned: readonly OwnedPartition[]): Promise<void> {
    // An operator may restart one that waits: the others go on without it.
    for (let waiting = assigned; ; waiting = waiting.filter(({ released }) => !released.signal.aborted)) {
      const [first] = waiting;
      if (first === undefined) return;
      try {
        const hold = (await this.#options.mayBegin?.()) ?? null;
        if (hold !== null) {
          // What cannot be read would be set aside, though nothing is written.
          for (const owned of waiting) this.#show(owned, 'paused', hold);
          return;
        }
        const topics = [...new Set(waiting.map(({ topicPartition }) => topicPartition.topic))];
        const loaded = await this.#options.checkpoints.load(topics);
        const stored = new Map(loaded.map((checkpoint) => [partitionKey(checkpoint), checkpoint]));
        // A checkpoint lies before the one that this process knew: what it remembers of documents would pass for what the
        // restored database has, and the records in between for applied.
        const hasGap = waiting.some(({ topicPartition, known, released }) => {
          return !released.signal.aborted && (stored.get(partitionKey(topicPartition))?.nextOffset ?? 0) < known;
        });
        if (hasGap) {
          this.#options.onCheckpointGap();
          return;
        }
        const bounds = new Map<string, TopicBounds>();
        for (const topic of topics) bounds.set(topic, await this.#options.logs.bounds(topic));
        for (const owned of waiting) this.#beginAt(owned, stored.get(partitionKey(owned.topicPartition)), bounds);
        return;
      } catch (error) {
        if (failureKind(error) !== 'retryable') throw error;
        for (const owned of waiting) this.#show(owned, 'paused', failureCode(error));
        this.#options.logger.warn({ group: this.#options.name, error }, 'checkpoints cannot be loaded yet');
        await this.#sleep(first.backoff.next(), first.released.signal);
      }
    }
  }

  #beginAt(owned: OwnedPartition, stored: Affirmation | undefined, bounds: ReadonlyMap<string, TopicBounds>): void {
    // Another member may have got further than where this one has stopped.
    if ((stored?.nextOffset ?? 0) > owned.known) owned.stopReason = null;
    if (owned.released.signal.aborted || owned.stopReason !== null) return;
    const { topic, partition } = owned.topicPartition;
    try {
      owned.checkpoint = stored?.nextOffset ?? null;
      if (stored !== undefined) owned.affirmed = [...owned.affirmed, stored];
      const offset = startOffset(owned.checkpoint, bounds.get(topic)?.get(partition));
      this.#deliver(owned, offset);
      this.#show(owned, 'running', null);
    } catch (error) {
      this.#stopPartition(owned, error);
    }
  }

  /** A partition that tries again after a failure runs once a batch is committed: until then it shows why it waits. */
  #deliver(owned: OwnedPartition, offset: number): void {
    owned.deliverFrom(offset);
    this.#pump.sweep();
    this.#options.source.deliverFrom(owned.topicPartition, offset);
  }

  async #batch(batch: SourceBatch, control: BatchControl): Promise<BatchVerdict> {
    const owned = this.#latest.get(partitionKey(batch));
    const { records, nextOffset } = batch;
    const first = records[0]?.offset ?? nextOffset;
    // The partition was held or reassigned while this batch was fetched: it is read again from the checkpoint.
    if (!owned?.delivery) return { nextOffset: first, hold: true };
    const { delivery } = owned;
    const isOver = () => owned.delivery !== delivery;
    try {
      await this.#checkGap(owned, first);
      const queued = { owned, records, checkpoint: delivery.queued ?? owned.checkpoint, isOver };
      if ((await this.#pump.push(queued, control)) && !isOver()) owned.passed(nextOffset);
    } catch (error) {
      if (!isOver()) this.#hold(owned, error);
    }
    return { nextOffset: owned.delivery?.next ?? owned.position ?? first, hold: owned.delivery === null };
  }

  /** Compaction and transactions leave gaps. A replaced or truncated log must not be taken for a gap. */
  async #checkGap({ topicPartition, delivery }: OwnedPartition, first: number): Promise<void> {
    if (delivery === null || first === delivery.next) return;
    if (first < delivery.next)
      throw new FatalError('log_replaced', 'The log delivered an offset below the position of the consumer.');
    const bounds = (await this.#options.logs.bounds(topicPartition.topic)).get(topicPartition.partition);
    if (bounds !== undefined) assertReaches(delivery.next, bounds);
  }

  #passed(topicPartition: TopicPartition, nextOffset: number): void {
    const owned = this.#latest.get(partitionKey(topicPartition));
    if (!owned?.delivery) return;
    owned.passed(nextOffset);
    if (owned.isIdle()) this.#show(owned, 'running', null);
  }

  #acknowledged(reading: BatchReading): void {
    const { owned } = reading.batch;
    const advance = advanceOf(reading);
    if (advance !== null) {
      owned.committed(advance);
      this.#options.source.commit(owned.topicPartition, advance.nextOffset);
    }
    if (reading.failure !== null) {
      this.#hold(owned, reading.failure.error);
      return;
    }
    owned.backoff.reset();
    this.#show(owned, 'running', null);
  }

  /** What is queued of the partition is dropped. */
  #hold(owned: OwnedPartition, error: unknown): void {
    owned.delivery = null;
    this.#pump.sweep();
    if (failureKind(error) === 'retryable') this.#retryLater(owned, error);
    else this.#stopPartition(owned, error);
  }

  #retryLater(owned: OwnedPartition, error: unknown): void {
    const waitMs = owned.backoff.next();
    this.#show(owned, 'paused', failureCode(error));
    this.#options.logger.warn({ ...owned.topicPartition, offset: owned.position, waitMs, error }, 'partition paused');
    // Without the wait: a rebalance may begin the partition before it has passed.
    if (failureCode(error) === 'checkpoint_gap') {
      this.#options.onCheckpointGap();
      return;
    }
    this.#sleep(waitMs, owned.released.signal)
      .then(() => {
        if (!owned.released.signal.aborted && owned.position !== null) this.#deliver(owned, owned.position);
      })
      .catch((failed: unknown) => this.#stopPartition(owned, failed));
  }

  #stopPartition(owned: OwnedPartition, error: unknown): void {
    const { logger } = this.#options;
    owned.delivery = null;
    const reason = failureCode(error);
    if (!owned.released.signal.aborted) owned.stopReason = reason;
    this.#show(owned, 'stopped', reason);
    logger.fatal(
      { ...owned.topicPartition, offset: owned.position, error },
      'partition stopped until an operator restarts it',
    );
  }

  #show(owned: OwnedPartition, status: PartitionStatus, reason: string | null): void {
    if (owned.released.signal.aborted) return;
    owned.status = owned.stopReason === null ? status : 'stopped';
    const state = { status: owned.status, reason: owned.stopReason ?? reason };
    this.#options.partitionHealth.set(owned.topicPartition, state);
  }
}
