import { setTimeout as delay } from 'node:timers/promises';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Admin, ITopicConfig } from 'kafkajs';

/** A new topic is usable after milliseconds, on a busy machine after a second or two. */
const ATTEMPTS = 150;
const ATTEMPT_DELAY_MS = 200;

/** What brokers say while the news of a topic, or of its leaders, has not reached all of them. */
const NOT_READY_YET = new Set([
  'UNKNOWN_TOPIC_OR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
  'REPLICA_NOT_AVAILABLE',
  'NOT_CONTROLLER',
]);

/**
 * Creates topics and waits until their partitions answer. KafkaJS's own waiting gives up at the first broker that has
 * not heard of the topic, and takes an elected leader for one that already serves.
 * Topics that another process is creating at the same moment are waited for just so.
 * @throws RetryableError when they do not answer within half a minute.
 */
export async function createTopics(admin: Admin, topics: readonly ITopicConfig[]): Promise<void> {
  if (topics.length === 0) return;
  await admin.createTopics({ waitForLeaders: false, topics: [...topics] });
  for (const { topic } of topics) await whenReady(() => admin.fetchTopicOffsets(topic));
}

/** The answer to a question about topics that may be too young to be known everywhere. */
export async function whenReady<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!isNotReadyYet(error)) throw error;
    }
    await delay(ATTEMPT_DELAY_MS);
  }
  throw new RetryableError('topics_not_ready', 'Kafka did not make the topics available in time.');
}

function isNotReadyYet(error: unknown): boolean {
  return error instanceof Error && 'type' in error && NOT_READY_YET.has(String(error.type));
}
