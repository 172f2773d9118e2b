import { accessAsOf } from '@fundlens/read-models/access-heartbeat';
import { AS_OF_AHEAD_MS } from '@fundlens/read-models/checkpoint';
import type { Stream } from '@fundlens/read-models/definition';
import type { EventLog } from '@fundlens/read-models/event-log';
import { type Sleep, sleep } from '@fundlens/runtime/backoff';
import { failureCode, failureKind } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import type { Metrics } from '../health/metrics.ts';
import type { PartitionHealth } from '../health/partition-health.ts';
import type { Logs, TopicBounds } from '../log/source.ts';
import type { Advance, CheckpointStore } from '../writer/checkpoint-store.ts';
import type { StoreEventLog } from '../writer/event-log-store.ts';
import type { Progress } from './stream-consumer.ts';

/**
 * An idle log delivers no records, so the consumers alone cannot show that the read models are up to date. While the
 * projector keeps up, the "as of" of responses is at most about this old.
 */
const FRESHNESS_INTERVAL_MS = 2_000;

type FreshnessOptions = {
  readonly progress: () => readonly Progress[];
  readonly logs: Logs;
  readonly checkpoints: CheckpointStore;
  /** The topics that this process reads. */
  readonly topics: Readonly<Partial<Record<Stream, string>>>;
  readonly storeEventLog: StoreEventLog;
  /** The access topic and the model versions that it feeds. */
  readonly access: { readonly topic: string; readonly models: readonly string[] };
  readonly metrics: Pick<Metrics, 'lag' | 'checkpointAge' | 'clockAhead'>;
  readonly partitionHealth: PartitionHealth;
  readonly logger: Logger;
  readonly intervalMs?: number;
  /** The clock of this process, epoch milliseconds: only for the metric of its error. */
  readonly clock: () => number;
  /** Tests and the simulation pass their own. */
  readonly sleep?: Sleep;
};

/**
 * Stores periodically how fresh the read models are (per partition in the checkpoints, for access in the heartbeat) and
 * which partitions exist.
 */
export class Freshness {
  readonly name = 'freshness';
  readonly #options: FreshnessOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** The number of partitions that was stored last, by stream. */
  readonly #storedPartitions = new Map<Stream, number>();

  constructor(options: FreshnessOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { intervalMs = FRESHNESS_INTERVAL_MS, sleep: wait = sleep, partitionHealth, logger } = this.#options;
    do {
      try {
        await this.#tick();
        partitionHealth.setPart(this.name, null);
      } catch (error) {
        partitionHealth.setPart(this.name, failureCode(error));
        if (failureKind(error) === 'retryable') logger.warn({ error }, 'freshness cannot be stored now');
        else logger.error({ error }, 'freshness cannot be stored');
      }
    } while (await wait(intervalMs, this.#stopping.signal));
  }

  async #tick(): Promise<void> {
    const { progress, logs, checkpoints, topics, access, metrics, clock } = this.#options;
    const now = await checkpoints.now();
    metrics.clockAhead.set((clock() - now) / 1_000);
    const topicPartitions = progress();
    const bounds = new Map<string, TopicBounds>();
    for (const topic of Object.values(topics)) bounds.set(topic, await logs.bounds(topic));
    await this.#storeEventLogs(bounds);
    await checkpoints.affirm(
      topicPartitions.flatMap((at) => this.#caughtUp(at, bounds.get(at.topicPartition.topic), now)),
    );
    if (topicPartitions.some(({ topicPartition }) => topicPartition.topic === access.topic))
      await this.#beat(bounds, now);
  }

  async #storeEventLogs(bounds: ReadonlyMap<string, TopicBounds>): Promise<void> {
    const { topics, storeEventLog } = this.#options;
    for (const [stream, topic] of Object.entries(topics) as [EventLog['_id'], string][]) {
      const partitions = bounds.get(topic)?.partitions.size ?? 0;
      if (this.#storedPartitions.get(stream) === partitions) continue;
      await storeEventLog({ _id: stream, topic, partitions });
      this.#storedPartitions.set(stream, partitions);
    }
  }

  /**
   * Time and positions were read before the end of the log. So a model whose position has reached that end holds
   * everything that the log had taken by that time, even if another process owns the partition by now. The time is
   * MongoDB's: a process whose clock is ahead would store a time in the future, and keep revoked access.
   */
  #caughtUp(
    { topicPartition, models, nextOffset, checkpoint, asOf }: Progress,
    topic: TopicBounds | undefined,
    now: number,
  ): Advance[] {
    const { metrics } = this.#options;
    const end = topic?.partitions.get(topicPartition.partition)?.end;
    if (end === undefined) return [];
    const labels = { topic: topicPartition.topic, partition: String(topicPartition.partition) };
    // A position beyond the end belongs to another log, at which the consumer stops.
    const atEnd = nextOffset === end;
    const known = atEnd ? now : asOf;
    metrics.lag.set(labels, Math.max(0, end - nextOffset));
    if (known !== null) metrics.checkpointAge.set(labels, Math.max(0, now - known) / 1000);
    return atEnd ? [{ ...topicPartition, models, nextOffset, checkpoint, asOf: now }] : [];
  }

  /**
   * A process may own only some of the access partitions: the heartbeat is computed from the stored checkpoints of all of
   * them. Checkpoints ahead of MongoDB's clock do not count.
   */
  async #beat(bounds: ReadonlyMap<string, TopicBounds>, now: number): Promise<void> {
    const { access, checkpoints } = this.#options;
    const partitions = [...(bounds.get(access.topic)?.partitions.keys() ?? [])];
    const stored = await checkpoints.load([access.topic]);
    const believed = stored.filter((checkpoint) => checkpoint.asOf <= now + AS_OF_AHEAD_MS);
    const asOf = accessAsOf({ ...access, partitions }, believed);
    if (asOf !== null) await checkpoints.beat(asOf);
  }
}
