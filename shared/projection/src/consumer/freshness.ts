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
 * A log in which nothing happens delivers nothing, so the consumers alone cannot say that the read models are up to
 * date. What readers are shown as "as of" is at most about this old while the projector keeps up.
 */
export const FRESHNESS_INTERVAL_MS = 2_000;

export type FreshnessOptions = {
  readonly progress: () => readonly Progress[];
  readonly logs: Logs;
  readonly checkpoints: CheckpointStore;
  /** Those that this process reads. */
  readonly topics: Readonly<Partial<Record<Stream, string>>>;
  readonly storeEventLog: StoreEventLog;
  /** The access topic and the model versions that it feeds. */
  readonly access: { readonly topic: string; readonly models: readonly string[] };
  readonly metrics: Pick<Metrics, 'lag' | 'checkpointAge' | 'clockAhead'>;
  readonly partitionHealth: PartitionHealth;
  readonly logger: Logger;
  readonly intervalMs?: number;
  /** Of this process, epoch milliseconds: only to tell how wrong it is. */
  readonly clock: () => number;
  /** Passed in where time is not that of this process. */
  readonly sleep?: Sleep;
};

/**
 * Says, again and again, how fresh the read models are: per partition in the checkpoints, for access in a heartbeat; and
 * which partitions there are.
 */
export class Freshness {
  readonly name = 'freshness';
  readonly #options: FreshnessOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** What was stored last, by stream: partitions are added rarely. */
  readonly #told = new Map<Stream, number>();

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
        if (failureKind(error) === 'retryable') logger.warn({ error }, 'freshness cannot be told now');
        else logger.error({ error }, 'freshness cannot be told');
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
    await this.#tell(bounds);
    await checkpoints.affirm(
      topicPartitions.flatMap((at) => this.#caughtUp(at, bounds.get(at.topicPartition.topic), now)),
    );
    if (topicPartitions.some(({ topicPartition }) => topicPartition.topic === access.topic))
      await this.#beat(bounds, now);
  }

  async #tell(bounds: ReadonlyMap<string, TopicBounds>): Promise<void> {
    const { topics, storeEventLog } = this.#options;
    for (const [stream, topic] of Object.entries(topics) as [EventLog['_id'], string][]) {
      const partitions = bounds.get(topic)?.partitions.size ?? 0;
      if (this.#told.get(stream) === partitions) continue;
      await storeEventLog({ _id: stream, topic, partitions });
      this.#told.set(stream, partitions);
    }
  }

  /**
   * Time and positions were taken before the question for the end of the log. So a partition whose position has reached
   * that end holds everything the log had taken by that time, even if another process owns the partition by now. The
   * time is MongoDB's: a process whose clock is ahead would claim what it cannot know, and keep access that was revoked.
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
    // Beyond the end is not at the end: it is another log, and the consumer will stop there.
    const atEnd = nextOffset === end;
    const known = atEnd ? now : asOf;
    metrics.lag.set(labels, Math.max(0, end - nextOffset));
    if (known !== null) metrics.checkpointAge.set(labels, Math.max(0, now - known) / 1000);
    return atEnd ? [{ ...topicPartition, models, nextOffset, checkpoint, asOf: now }] : [];
  }

  /**
   * One process may have only some of the access partitions: the heartbeat is made from what all of them have stored. A
   * checkpoint whose time has not come is as good as none.
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
