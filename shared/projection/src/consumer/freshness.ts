import { within } from '@fundlens/contracts/deadline';
import { accessAsOf } from '@fundlens/read-models/access-heartbeat';
import { AS_OF_AHEAD_MS } from '@fundlens/read-models/checkpoint';
import type { Stream } from '@fundlens/read-models/definition';
import type { EventLog } from '@fundlens/read-models/event-log';
import type { Sleep } from '@fundlens/runtime/backoff';
import { failureCode, failureKind, RetryableError } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';
import type { Metrics } from '../health/metrics.ts';
import type { PartitionHealth } from '../health/partition-health.ts';
import type { LogBounds, Logs, TopicBounds } from '../log/source.ts';
import { undecidedIn } from '../log/undecided.ts';
import type { CheckpointStore } from '../writer/checkpoint-store.ts';
import type { ProjectorStateStore } from '../writer/projector-state-store.ts';
import type { Progress } from './stream-consumer.ts';

/**
 * An idle log delivers no records, so the consumers alone cannot show that the read models are up to date. While the
 * projector keeps up, the "as of" of responses is at most about this old.
 */
const FRESHNESS_INTERVAL_MS = 2_000;
/** A server that answers later counts as away: health must not wait for the time limits of its client. */
const ANSWER_MS = 5_000;

type FreshnessOptions = {
  readonly progress: () => readonly Progress[];
  readonly logs: Logs;
  readonly checkpoints: CheckpointStore;
  /** The topics that this process reads. */
  readonly topics: Readonly<Partial<Record<Stream, string>>>;
  readonly state: Pick<ProjectorStateStore, 'storeEventLog' | 'storePartitionStates'>;
  /** Called when a checkpoint lies before the one that this process knows: the database was restored from a backup. */
  readonly onCheckpointGap: () => void;
  /** Called with what the logs have, by topic. Default: nothing. */
  readonly onBounds?: (bounds: ReadonlyMap<string, TopicBounds>) => void;
  readonly accessTopic: string;
  readonly metrics: Pick<Metrics, 'clockAhead' | 'logPartitions'>;
  readonly partitionHealth: PartitionHealth;
  readonly logger: Logger;
  readonly intervalMs?: number;
  /** The clock of this process, epoch milliseconds: only for the metric of its error. */
  readonly clock: () => number;
  /** Tests and the simulation pass their own. */
  readonly sleep?: Sleep;
};

/**
 * Stores periodically how fresh the read models are (per partition in the checkpoints, for access in the heartbeat), what
 * the partitions do, and which exist. It asks both servers each time, so it also knows whether they answer.
 */
export function createFreshness(options: FreshnessOptions): Component {
  const { intervalMs = FRESHNESS_INTERVAL_MS, partitionHealth, logger } = options;
  const freshness = new Freshness(options);
  return createPeriodic({
    name: 'freshness',
    everyMs: intervalMs,
    sleep: options.sleep,
    async work() {
      try {
        await freshness.store();
        partitionHealth.setPart('freshness', null);
      } catch (error) {
        partitionHealth.setPart('freshness', failureCode(error));
        if (failureKind(error) === 'retryable') logger.warn({ error }, 'freshness cannot be stored now');
        else logger.error({ error }, 'freshness cannot be stored');
      }
    },
  });
}

class Freshness {
  readonly #options: FreshnessOptions;
  /** The number of partitions that was stored last, by stream. */
  readonly #storedPartitions = new Map<Stream, number>();

  constructor(options: FreshnessOptions) {
    this.#options = options;
  }

  async store(): Promise<void> {
    const { progress, logs, checkpoints, topics, accessTopic, metrics, clock } = this.#options;
    const { state, partitionHealth } = this.#options;
    // Time and positions are read before the ends of the logs.
    const [time] = await Promise.allSettled([this.#ask('mongodb', checkpoints.now())]);
    // Before Kafka is asked: how long that takes would count as an error of the clock.
    if (time.status === 'fulfilled') metrics.clockAhead.set((clock() - time.value) / 1_000);
    const topicPartitions = progress();
    const asked = Object.values(topics).map(async (topic) => [topic, await logs.bounds(topic)] as const);
    const [ends] = await Promise.allSettled([this.#ask('kafka', Promise.all(asked))]);
    const now = time.status === 'fulfilled' ? time.value : null;
    const bounds = new Map(ends.status === 'fulfilled' ? ends.value : []);
    for (const [topic, { partitions }] of bounds) metrics.logPartitions.set({ topic }, partitions.size);
    for (const at of topicPartitions) this.#measure(at, boundsOf(at, bounds), now);
    this.#options.onBounds?.(bounds);
    if (time.status === 'rejected') throw time.reason;
    await state.storePartitionStates(partitionHealth.partitions(), time.value);
    if (ends.status === 'rejected') throw ends.reason;
    await this.#storeEventLogs(bounds);
    await this.#affirm(
      topicPartitions.filter((at) => at.nextOffset === boundsOf(at, bounds)?.end),
      time.value,
    );
    if (topicPartitions.some(({ topicPartition }) => topicPartition.topic === accessTopic))
      await this.#beat(bounds, time.value);
  }

  async #affirm(caughtUp: readonly Progress[], now: number): Promise<void> {
    const { checkpoints, onCheckpointGap } = this.#options;
    const ends = caughtUp.filter((at) => at.markEnd(now));
    try {
      await checkpoints.affirm(
        ends.map(({ topicPartition, nextOffset, checkpoint }) => ({ ...topicPartition, nextOffset, checkpoint })),
        now,
      );
      for (const end of ends) end.markStored();
    } catch (error) {
      if (failureCode(error) !== 'checkpoint_gap') throw error;
      onCheckpointGap();
    }
  }

  /** The answer of a server, and what it says of the server's health. */
  async #ask<Answer>(server: string, answer: Promise<Answer>): Promise<Answer> {
    const { partitionHealth } = this.#options;
    try {
      const given = await within(ANSWER_MS, answer, () => {
        return new RetryableError(`${server}_unavailable`, `No answer within ${ANSWER_MS / 1_000} s.`);
      });
      partitionHealth.setServer(server, null);
      return given;
    } catch (error) {
      partitionHealth.setServer(server, failureCode(error));
      throw error;
    }
  }

  async #storeEventLogs(bounds: ReadonlyMap<string, TopicBounds>): Promise<void> {
    const { topics, state } = this.#options;
    for (const [stream, topic] of Object.entries(topics) as [EventLog['_id'], string][]) {
      const partitions = bounds.get(topic)?.partitions.size ?? 0;
      if (this.#storedPartitions.get(stream) === partitions) continue;
      await state.storeEventLog({ _id: stream, topic, partitions });
      this.#storedPartitions.set(stream, partitions);
    }
  }

  /**
   * A model whose position has reached the end of the log, its high watermark, holds everything that the log had taken by
   * `now`, which was read before that end, even if another process owns the partition by now. The time is MongoDB's: a process whose clock is
   * ahead would store a time in the future, and keep revoked access.
   */
  #measure({ topicPartition, nextOffset, asOf }: Progress, log: LogBounds | undefined, now: number | null): void {
    if (log === undefined) return;
    const { end } = log;
    const known = nextOffset === end ? now : asOf;
    const ageMs = known === null || now === null ? null : Math.max(0, now - known);
    // A position beyond the end belongs to another log, at which the consumer stops.
    const lag = Math.max(0, end - nextOffset);
    this.#options.partitionHealth.measured(topicPartition, { lag, undecided: undecidedIn(log), ageMs });
  }

  /**
   * A process may own only some of the access partitions: the heartbeat is computed from the stored checkpoints of all of
   * them. Checkpoints ahead of MongoDB's clock do not count.
   */
  async #beat(bounds: ReadonlyMap<string, TopicBounds>, now: number): Promise<void> {
    const { accessTopic: topic, checkpoints } = this.#options;
    const partitions = [...(bounds.get(topic)?.partitions.keys() ?? [])];
    const stored = await checkpoints.load([topic]);
    const believed = stored.filter((checkpoint) => checkpoint.asOf <= now + AS_OF_AHEAD_MS);
    const asOf = accessAsOf({ topic, partitions }, believed);
    if (asOf !== null) await checkpoints.beat(asOf);
  }
}

function boundsOf(
  { topicPartition: { topic, partition } }: Progress,
  bounds: ReadonlyMap<string, TopicBounds>,
): LogBounds | undefined {
  return bounds.get(topic)?.partitions.get(partition);
}
