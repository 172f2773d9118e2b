import { within } from '@fundlens/runtime/deadline';
import { accessAsOf } from '@fundlens/read-models/access-heartbeat';
import { AS_OF_AHEAD_MS } from '@fundlens/read-models/checkpoint';
import type { Stream } from '@fundlens/read-models/definition';
import type { Sleep } from '@fundlens/runtime/backoff';
import { failureCode, RetryableError } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';
import type { Metrics } from '../health/metrics.ts';
import type { Measurement, PartitionHealth } from '../health/partition-health.ts';
import type { LogBounds, Logs, TopicBounds } from '../log/source.ts';
import type { CheckpointStore } from '../writer/checkpoint-store.ts';
import type { ProjectorStateStore } from '../writer/projector-state-store.ts';
import type { Progress } from './owned-partition.ts';

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
  readonly checkpoints: Pick<CheckpointStore, 'load' | 'affirm' | 'beat'>;
  /** The topics that this process reads. */
  readonly topics: Readonly<Partial<Record<Stream, string>>>;
  readonly state: Pick<ProjectorStateStore, 'storeEventLog' | 'storePartitionStates'>;
  /** Called when a checkpoint lies before the one that this process knows: the database was restored from a backup. */
  readonly onCheckpointGap: () => void;
  /** Called with what the logs have, by topic. */
  readonly onBounds: (bounds: Bounds) => void;
  readonly metrics: Pick<Metrics, 'clockAhead' | 'logPartitions'>;
  readonly partitionHealth: PartitionHealth;
  readonly logger: Logger;
  readonly intervalMs?: number;
  /** The clock of this process, epoch milliseconds: only for the metric of its error. */
  readonly clock: () => number;
  readonly sleep: Sleep;
};

type Bounds = ReadonlyMap<string, TopicBounds>;

/**
 * Stores periodically how fresh the read models are (per partition in the checkpoints, for access in the heartbeat), what
 * the partitions do, and which exist. It asks both servers each time, so it also knows whether they answer.
 */
export function createFreshness(options: FreshnessOptions): Component {
  const { topics, logs, checkpoints, state, metrics, partitionHealth, logger, clock } = options;

  async function store(): Promise<void> {
    // Time and positions are read before the ends of the logs.
    const now = await answerOf(options, 'mongodb', state.storePartitionStates(partitionHealth.partitions()));
    // Before Kafka is asked: how long that takes would count as an error of the clock.
    if (now !== null) metrics.clockAhead.set((clock() - now) / 1_000);
    const progress = options.progress();
    // A partition of funding that has no leader must not make access old, and so close the API.
    const bounds = new Map<string, TopicBounds>();
    const ask = Object.values(topics).map(async (topic) => bounds.set(topic, await logs.bounds(topic)));
    const all = Promise.allSettled(ask).then(() => Promise.all(ask));
    await answerOf(options, 'kafka', all);
    for (const at of progress) {
      const log = boundsOf(at, bounds);
      if (log !== undefined) partitionHealth.measured(at.owned.topicPartition, measurementOf(at, log, now));
    }
    options.onBounds(bounds);
    if (now === null || bounds.size === 0) return;
    for (const [stream, topic] of Object.entries(topics) as [Stream, string][]) {
      const partitions = bounds.get(topic)?.size;
      if (partitions === undefined) continue;
      metrics.logPartitions.set({ topic }, partitions);
      await state.storeEventLog({ _id: stream, topic, partitions });
    }
    await affirm(progress, bounds, now);
    await beat(progress, bounds, now);
    partitionHealth.setPart('freshness', null);
  }

  async function affirm(progress: readonly Progress[], bounds: Bounds, now: number): Promise<void> {
    const ends = progress.filter((at) => at.nextOffset === boundsOf(at, bounds)?.end && at.owned.ended(at, now));
    const affirmed = ends.map(({ owned, nextOffset }) => {
      return { ...owned.topicPartition, nextOffset, checkpoint: owned.checkpoint };
    });
    await checkpoints.affirm(affirmed, now);
    for (const { owned, nextOffset } of ends) owned.stored(nextOffset);
  }

  /**
   * A process may own only some of the access partitions: the heartbeat is computed from the stored checkpoints of all of
   * them. Checkpoints ahead of MongoDB's clock do not count.
   */
  async function beat(progress: readonly Progress[], bounds: Bounds, now: number): Promise<void> {
    const topic = topics.access;
    if (topic === undefined || !progress.some(({ owned }) => owned.topicPartition.topic === topic)) return;
    const stored = await checkpoints.load([topic]);
    const believed = stored.filter((checkpoint) => checkpoint.asOf <= now + AS_OF_AHEAD_MS);
    const asOf = accessAsOf([...(bounds.get(topic)?.keys() ?? [])], believed);
    if (asOf !== null) await checkpoints.beat(asOf);
  }

  return createPeriodic({
    name: 'freshness',
    everyMs: options.intervalMs ?? FRESHNESS_INTERVAL_MS,
    sleep: options.sleep,
    work: store,
    onError(error) {
      partitionHealth.setPart('freshness', failureCode(error));
      logger.warn({ error }, 'freshness cannot be stored now');
      if (failureCode(error) === 'checkpoint_gap') options.onCheckpointGap();
    },
  });
}

/** The answer of a server, and what it says of the server's health; null: it does not answer. */
async function answerOf<Answer>(
  { partitionHealth, logger }: FreshnessOptions,
  server: 'mongodb' | 'kafka',
  answer: Promise<Answer>,
): Promise<Answer | null> {
  try {
    const given = await within(ANSWER_MS, answer, () => {
      return new RetryableError(`${server}_unavailable`, `No answer within ${ANSWER_MS / 1_000} s.`);
    });
    partitionHealth.setPart(server, null);
    return given;
  } catch (error) {
    partitionHealth.setPart(server, failureCode(error));
    logger.warn({ error, server }, 'freshness is not known now');
    return null;
  }
}

/**
 * A model whose position has reached the end of the log, its high watermark, holds everything that the log had taken by
 * `now`, which was read before that end, even if another process owns the partition by now. The time is MongoDB's: a
 * process whose clock is ahead would store a time in the future, and keep revoked access.
 */
function measurementOf({ owned, nextOffset }: Progress, log: LogBounds, now: number | null): Measurement {
  const known = nextOffset === log.end ? now : owned.asOf;
  return {
    // A position beyond the end belongs to another log, at which the consumer stops.
    lag: Math.max(0, log.end - nextOffset),
    undecided: log.end - log.stable,
    ageMs: known === null || now === null ? null : Math.max(0, now - known),
  };
}

function boundsOf({ owned: { topicPartition } }: Progress, bounds: Bounds): LogBounds | undefined {
  return bounds.get(topicPartition.topic)?.get(topicPartition.partition);
}
