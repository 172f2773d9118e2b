import { type Backoff, type Sleep, sleep } from '@fundlens/runtime/backoff';
import { FatalError, failureCode, failureKind } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import type { PartitionHealth } from '../health/partition-health.ts';
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
import { affirmedBy } from './affirmations.ts';
import type { ByteBudget } from './byte-budget.ts';
import {
  beginDelivery,
  isDelivered,
  markCommitted,
  markEnd,
  markIdle,
  markPassed,
  markRead,
  type OwnedPartition,
  ownPartition,
} from './owned-partition.ts';
import type { BatchOutcome, ProcessBatch } from './process-batch.ts';
import { createStallWatch, STALLED_MS } from './stall-watch.ts';
import { assertReaches, startOffset } from './start-positions.ts';
import { createBatchSize, MAX_BYTES, nextSubBatch, type SubBatch } from './sub-batches.ts';

export type StreamConsumerOptions = {
  /** Names the consumer in health and logs, e.g. `group access`. */
  readonly name: string;
  readonly source: Source;
  readonly logs: Logs;
  readonly checkpoints: Pick<CheckpointStore, 'load'>;
  /** By topic. */
  readonly routes: ReadonlyMap<string, ProcessBatch>;
  /**
   * Called before partitions begin. @returns why they must not; null: they may. `restartFromCheckpoints` asks again.
   * @throws RetryableError when that is not known now.
   */
  readonly mayBegin?: () => Promise<string | null>;
  /**
   * Called instead of a restart of the one partition when a checkpoint lies before the one that this process knows: the
   * database was restored from a backup, so what this process remembers of documents is wrong, too. Must restart all.
   */
  readonly onCheckpointGap?: () => void;
  /** For all partitions together: a partition without room waits, and its fetches with it. */
  readonly budget: ByteBudget;
  readonly partitionHealth: PartitionHealth;
  readonly logger: Logger;
  readonly createBackoff: () => Backoff;
  /** Tests and the simulation pass their own. */
  readonly sleep?: Sleep;
};

/** Records of one partition that are processed together. */
type Part = SubBatch & { readonly control: BatchControl; readonly isOver: () => boolean };

type WorkSteps = { readonly before: Promise<unknown>; readonly onRead: (nextOffset: number) => void };

/** How far an owned partition is processed. */
export type Progress = {
  readonly topicPartition: TopicPartition;
  readonly nextOffset: number;
  /** The checkpoint as this process loaded it or last moved it; null: none. */
  readonly checkpoint: number | null;
  /** When the log took the last record below `nextOffset`, in epoch milliseconds; null when none was taken here. */
  readonly asOf: number | null;
  /** See `markEnd`. */
  readonly markEnd: (at: number) => boolean;
};

/**
 * Decides, per partition, where to begin, what a failure means and when to try again (design §8):
 * retryable → hold the partition, wait, go on; fatal → stop it, with the reason shown, and never skip.
 */
export class StreamConsumer {
  readonly #options: StreamConsumerOptions;
  readonly #sleep: Sleep;
  readonly #batchSize = createBatchSize();
  #owned = new Map<string, OwnedPartition>();
  /** Stopped partitions with the reason: they stay stopped when they are assigned again. */
  readonly #stopped = new Map<string, string>();
  /** Includes batches of revoked partitions. */
  readonly #inWork = new Set<Promise<void>>();
  /** The start of a batch counts as a step. */
  #steps = 0;
  #joined = false;
  readonly #stalls = createStallWatch(() => performance.now());
  #stopping = false;

  constructor(options: StreamConsumerOptions) {
    this.#options = options;
    this.#sleep = options.sleep ?? sleep;
  }

  async start(): Promise<void> {
    const { source, partitionHealth, name, logger } = this.#options;
    partitionHealth.setPart(name, 'joining');
    await source.start({
      onAssigned: (topicPartitions) => {
        this.#joined = true;
        this.#assigned(topicPartitions);
      },
      onBatch: (batch, control) => this.#batch(batch, control),
      onPassed: (topicPartition, nextOffset) => this.#passed(topicPartition, nextOffset),
      steps: () => (this.#inWork.size === 0 ? null : this.#steps),
      onDown: (code) => {
        this.#joined = false;
        partitionHealth.setPart(name, code);
        logger.warn({ group: name, code }, 'consumer lost its group and is joining again');
      },
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const owned of this.#owned.values()) owned.released.abort();
    await this.#options.source.stop();
    await Promise.all(this.#inWork);
  }

  /**
   * Loads the checkpoints again: a restored database may have older ones than this process remembers. Asks again whether
   * partitions may begin.
   */
  restartFromCheckpoints(): void {
    if (this.#stopping) return;
    if (this.#owned.size > 0) this.#assigned([...this.#owned.values()].map(({ topicPartition }) => topicPartition));
  }

  /**
   * Restarts a paused or stopped partition at once, from its checkpoint.
   * @param setAsideThrough an operator's decision that holds until the partition is assigned anew: invalid records up to
   *   this offset become dead letters, also when they are most of what arrives. A partition that waits, for a server or an
   *   unattributable access event, has nothing of that kind: `not_stopped`, and nothing changes.
   */
  retry(
    topicPartition: TopicPartition,
    { setAsideThrough }: { readonly setAsideThrough?: number } = {},
  ): 'retried' | 'running' | 'not_stopped' | 'not_here' {
    const key = partitionKey(topicPartition);
    const present = this.#owned.get(key);
    if (present === undefined || this.#stopping) return 'not_here';
    if (present.delivering) return 'running';
    if (setAsideThrough !== undefined && !this.#stopped.has(key)) return 'not_stopped';
    present.released.abort();
    this.#stopped.delete(key);
    const decision = setAsideThrough === undefined ? {} : { setAsideThrough };
    const { affirmed } = present;
    const anew = ownPartition(present.topicPartition, {
      ...{ backoff: this.#options.createBackoff(), affirmed },
      ...decision,
    });
    this.#owned.set(key, anew);
    this.#options.partitionHealth.set(anew.topicPartition, { status: 'starting', reason: null });
    this.#options.logger.info({ ...anew.topicPartition, ...decision }, 'an operator has restarted the partition');
    this.#begin([anew]).catch((error: unknown) => this.#stopPartition(anew, error));
    return 'retried';
  }

  /** Restarts the member of the group when it hangs: it has records to read, or no assignment, and makes no step. */
  restartIfStalled(bounds: ReadonlyMap<string, TopicBounds>): void {
    const { source, name, logger } = this.#options;
    const waits = [...this.#owned.values()].some(({ topicPartition: { topic, partition }, delivering, position }) => {
      const stable = bounds.get(topic)?.partitions.get(partition)?.stable ?? 0;
      return delivering && position !== null && position < stable;
    });
    if (this.#stopping || !this.#stalls.look(this.#steps, waits || !this.#joined)) return;
    logger.error({ group: name, seconds: STALLED_MS / 1_000 }, 'consumer hangs and is replaced');
    source.restart();
  }

  /** The progress of every owned partition, also of paused and stopped ones. */
  progress(): Progress[] {
    return [...this.#owned.values()].flatMap((owned) => {
      const { topicPartition, position: nextOffset, checkpoint, asOf } = owned;
      if (nextOffset === null) return [];
      const end = (at: number) => markEnd(owned, { from: nextOffset, at });
      return [{ topicPartition, nextOffset, checkpoint, asOf, markEnd: end }];
    });
  }

  #assigned(topicPartitions: readonly TopicPartition[]): void {
    const { partitionHealth, name, logger, createBackoff } = this.#options;
    const kept = new Set(topicPartitions.map(partitionKey));
    const before = this.#owned;
    for (const [key, owned] of before) {
      owned.released.abort();
      // What is known of a partition that stays goes on ageing: an outage that restarts it must not look like freshness.
      if (!kept.has(key)) partitionHealth.remove(owned.topicPartition);
    }
    this.#owned = new Map(
      topicPartitions.map((topicPartition) => {
        const key = partitionKey(topicPartition);
        const affirmed = before.get(key)?.affirmed ?? [];
        return [key, ownPartition(topicPartition, { backoff: createBackoff(), affirmed })];
      }),
    );
    partitionHealth.setPart(name, null);
    logger.info({ group: name, partitions: topicPartitions.map(partitionKey) }, 'partitions assigned');

    const waiting = [...this.#owned.values()].filter(({ topicPartition }) => {
      const reason = this.#stopped.get(partitionKey(topicPartition));
      partitionHealth.set(
        topicPartition,
        reason === undefined ? { status: 'starting', reason: null } : { status: 'stopped', reason },
      );
      return reason === undefined;
    });
    this.#begin(waiting).catch((error: unknown) => {
      for (const owned of waiting) this.#stopPartition(owned, error);
    });
  }

  /** Loads the start position of each partition and begins its delivery. Retries until that succeeds. */
  async #begin(waiting: readonly OwnedPartition[]): Promise<void> {
    const [first] = waiting;
    if (first === undefined) return;
    for (;;) {
      try {
        const hold = (await this.#options.mayBegin?.()) ?? null;
        if (hold !== null) {
          // What cannot be read would be set aside, though nothing is written.
          for (const owned of waiting) this.#show(owned, 'paused', hold);
          return;
        }
        const topics = [...new Set(waiting.map(({ topicPartition }) => topicPartition.topic))];
        const checkpoints = await this.#options.checkpoints.load(topics);
        const bounds = new Map<string, TopicBounds>();
        for (const topic of topics) bounds.set(topic, await this.#options.logs.bounds(topic));
        for (const owned of waiting) this.#beginAt(owned, checkpoints, bounds);
        return;
      } catch (error) {
        if (failureKind(error) !== 'retryable') throw error;
        for (const owned of waiting) this.#show(owned, 'paused', failureCode(error));
        this.#options.logger.warn({ group: this.#options.name, error }, 'checkpoints cannot be loaded yet');
        if (!(await this.#sleep(first.backoff.next(), first.released.signal))) return;
      }
    }
  }

  #beginAt(
    owned: OwnedPartition,
    checkpoints: Awaited<ReturnType<CheckpointStore['load']>>,
    bounds: ReadonlyMap<string, TopicBounds>,
  ): void {
    if (owned.released.signal.aborted) return;
    const { topic, partition } = owned.topicPartition;
    try {
      const stored = checkpoints.filter((found) => found.topic === topic && found.partition === partition);
      owned.checkpoint = stored[0]?.nextOffset ?? null;
      owned.affirmed = [...owned.affirmed, ...affirmedBy(stored)];
      const offset = startOffset(owned.checkpoint, bounds.get(topic)?.partitions.get(partition));
      this.#deliver(owned, offset);
      this.#show(owned, 'running', null);
    } catch (error) {
      this.#stopPartition(owned, error);
    }
  }

  /** A partition that tries again after a failure runs once a batch is committed: until then it shows why it waits. */
  #deliver(owned: OwnedPartition, offset: number): void {
    beginDelivery(owned, offset);
    this.#options.source.deliverFrom(owned.topicPartition, offset);
  }

  async #batch(batch: SourceBatch, control: BatchControl): Promise<BatchVerdict> {
    const owned = this.#owned.get(partitionKey(batch));
    const first = batch.records[0]?.offset ?? batch.nextOffset;
    // The partition was held or reassigned while this batch was fetched: it is read again from the checkpoint.
    if (!owned?.delivering || owned.delivery === null) return { nextOffset: first, hold: true };
    const { delivery } = owned;
    try {
      if (first !== owned.next) await this.#checkGap(owned, first);
      await this.#take(owned, delivery, batch, control);
    } catch (error) {
      this.#hold(owned, delivery, error);
    }
    return { nextOffset: owned.next ?? first, hold: !owned.delivering };
  }

  /** Compaction and transactions leave gaps. A replaced or truncated log must not be taken for a gap. */
  async #checkGap(owned: OwnedPartition, first: number): Promise<void> {
    const { topicPartition, next } = owned;
    if (next === null) return;
    if (first < next)
      throw new FatalError('log_replaced', 'The log delivered an offset below the position of the consumer.');
    const bounds = (await this.#options.logs.bounds(topicPartition.topic)).partitions.get(topicPartition.partition);
    if (bounds !== undefined) assertReaches(next, bounds);
  }

  /** Processes a batch in parts. While one part is committed the next is read, within the byte budget. */
  async #take(owned: OwnedPartition, delivery: symbol, batch: SourceBatch, control: BatchControl): Promise<void> {
    const maxBytes = Math.min(MAX_BYTES, this.#options.budget.maxBytes);
    const isOver = () => control.abandoned() || owned.released.signal.aborted || !isDelivered(owned, delivery);
    let rest = batch.records;
    while (rest.length > 0) {
      const part = nextSubBatch(rest, { maxRecords: this.#batchSize.records(), maxBytes });
      const nextOffset = await this.#read(owned, delivery, { ...part, control, isOver });
      if (nextOffset === null || !isDelivered(owned, delivery)) return;
      // Also when the delivery ends after this part was read: the part is in work, and the source must not deliver it again.
      owned.next = Math.max(nextOffset, owned.next ?? 0);
      if (isOver()) return;
      rest = rest.filter(({ offset }) => offset >= nextOffset);
      await this.#step(control);
    }
    if (isOver()) return;
    markPassed(owned, batch.nextOffset);
    if (owned.inWork.size === 0) this.#show(owned, 'running', null);
  }

  /** @returns the offset of the next part, as soon as that may be read; null when this part was not processed. */
  async #read(owned: OwnedPartition, delivery: symbol, part: Part): Promise<number | null> {
    const read = Promise.withResolvers<number | null>();
    const before = Promise.all(owned.inWork);
    const work = this.#work(owned, delivery, { ...part, before, onRead: read.resolve })
      .catch((error: unknown) => this.#hold(owned, delivery, error))
      .then(() => {
        owned.inWork.delete(work);
        this.#inWork.delete(work);
        markIdle(owned);
        read.resolve(owned.position);
      });
    owned.inWork.add(work);
    this.#inWork.add(work);
    this.#steps += 1;
    return await read.promise;
  }

  /** From the wait for room to the checkpoint. */
  async #work(owned: OwnedPartition, delivery: symbol, part: Part & WorkSteps): Promise<void> {
    const { records, bytes, control, isOver, before, onRead } = part;
    const { topicPartition, breaker, setAsideThrough } = owned;
    await this.#options.budget.within(bytes, async () => {
      if (isOver()) return;
      const began = performance.now();
      const { checkpointInWork: checkpoint, affirmed } = owned;
      const origin = { topicPartition, breaker, setAsideThrough, checkpoint, affirmed, before, isOver };
      const outcome = await this.#route(topicPartition)(origin, records, {
        onStep: () => this.#step(control),
        onRead(nextOffset) {
          markRead(owned, nextOffset, records.at(-1)?.appendedAt ?? 0);
          onRead(nextOffset);
        },
      });
      this.#batchSize.took(records.length, performance.now() - began);
      // After a failure the outcomes of later batches are ignored.
      if (isDelivered(owned, delivery)) this.#committed(owned, delivery, outcome);
    });
  }

  async #step(control: BatchControl): Promise<void> {
    this.#steps += 1;
    await control.progress();
  }

  #committed(owned: OwnedPartition, delivery: symbol, outcome: BatchOutcome): void {
    markCommitted(owned, outcome);
    this.#options.source.commit(owned.topicPartition, outcome.nextOffset);
    if (outcome.failure !== null) {
      this.#hold(owned, delivery, outcome.failure.error);
      return;
    }
    owned.backoff.reset();
    this.#show(owned, 'running', null);
  }

  #passed(topicPartition: TopicPartition, nextOffset: number): void {
    const owned = this.#owned.get(partitionKey(topicPartition));
    if (!owned?.delivering) return;
    markPassed(owned, nextOffset);
    if (owned.inWork.size === 0) this.#show(owned, 'running', null);
  }

  #hold(owned: OwnedPartition, delivery: symbol, error: unknown): void {
    if (!isDelivered(owned, delivery)) return;
    owned.delivering = false;
    if (failureKind(error) === 'retryable') this.#retryLater(owned, error);
    else this.#stopPartition(owned, error);
  }

  #retryLater(owned: OwnedPartition, error: unknown): void {
    const waitMs = owned.backoff.next();
    this.#show(owned, 'paused', failureCode(error));
    this.#options.logger.warn({ ...owned.topicPartition, offset: owned.position, waitMs, error }, 'partition paused');
    this.#sleep(waitMs, owned.released.signal)
      .then(async () => {
        await Promise.all(owned.inWork);
        if (owned.released.signal.aborted || owned.position === null) return;
        const { onCheckpointGap } = this.#options;
        if (failureCode(error) !== 'checkpoint_gap') this.#deliver(owned, owned.position);
        else if (onCheckpointGap === undefined) await this.#begin([owned]);
        else onCheckpointGap();
      })
      .catch((failed: unknown) => this.#stopPartition(owned, failed));
  }

  #stopPartition(owned: OwnedPartition, error: unknown): void {
    const { partitionHealth, logger } = this.#options;
    owned.delivering = false;
    const reason = failureCode(error);
    if (!owned.released.signal.aborted) {
      this.#stopped.set(partitionKey(owned.topicPartition), reason);
      partitionHealth.set(owned.topicPartition, { status: 'stopped', reason });
    }
    logger.fatal(
      { ...owned.topicPartition, offset: owned.position, error },
      'partition stopped until an operator restarts it',
    );
  }

  #show(owned: OwnedPartition, status: 'running' | 'paused', reason: string | null): void {
    if (!owned.released.signal.aborted) this.#options.partitionHealth.set(owned.topicPartition, { status, reason });
  }

  #route({ topic }: TopicPartition): ProcessBatch {
    const route = this.#options.routes.get(topic);
    if (route === undefined)
      throw new FatalError('unknown_topic', 'A topic was delivered that this consumer has no route for.');
    return route;
  }
}
