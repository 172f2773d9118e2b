import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer } from 'kafkajs';
import { partitionKey, type TopicPartition } from './source.ts';

/** Offsets in Kafka are for tools that show the lag: a partition resumes from its checkpoint in MongoDB. */
const COMMIT_EVERY_MS = 5_000;
/** A stop waits this long for the last commit, so that it ends while Kafka is unavailable. */
const LAST_COMMIT_MS = 1_000;

/** Commits the offsets of a consumer to Kafka, all partitions in one request. */
export class OffsetCommits {
  readonly #uncommitted = new Map<string, TopicPartition & { readonly offset: string }>();
  #timer: NodeJS.Timeout | undefined;
  #commit: () => Promise<void> = async () => undefined;

  /** Commits with `consumer` from now on. `isAssigned`: whether the member still has the partition of this key. */
  start(consumer: Consumer, isAssigned: (key: string) => boolean): void {
    clearInterval(this.#timer);
    this.#commit = () => this.#commitWith(consumer, isAssigned);
    this.#timer = setInterval(() => void this.#commit(), COMMIT_EVERY_MS);
  }

  put(topicPartition: TopicPartition, nextOffset: number): void {
    const { topic, partition } = topicPartition;
    this.#uncommitted.set(partitionKey(topicPartition), { topic, partition, offset: String(nextOffset) });
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.race([this.#commit(), delay(LAST_COMMIT_MS, undefined, { ref: false })]);
  }

  /** Offsets of partitions that were taken away are dropped: their new owner commits its own. */
  async #commitWith(consumer: Consumer, isAssigned: (key: string) => boolean): Promise<void> {
    const open = [...this.#uncommitted].filter(([key]) => isAssigned(key));
    this.#uncommitted.clear();
    if (open.length === 0) return;
    try {
      await consumer.commitOffsets(open.map(([, { topic, partition, offset }]) => ({ topic, partition, offset })));
    } catch {
      // The group rebalances or Kafka is unavailable, which the consumer reports itself. The next commit repeats these.
      for (const [key, offset] of open) if (!this.#uncommitted.has(key)) this.#uncommitted.set(key, offset);
    }
  }
}
