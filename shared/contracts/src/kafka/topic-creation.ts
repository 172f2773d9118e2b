import { setTimeout as delay } from 'node:timers/promises';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Admin, ITopicConfig } from 'kafkajs';

/** A new topic is usable after milliseconds, on a busy machine after a second or two. */
const ATTEMPTS = 150;
const ATTEMPT_DELAY_MS = 200;

/** Errors of brokers whose metadata does not have the topic, or its leaders, yet. */
const NOT_READY_YET = new Set([
  'UNKNOWN_TOPIC_OR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
  'REPLICA_NOT_AVAILABLE',
  'NOT_CONTROLLER',
]);

/**
 * Creates topics and waits until their partitions respond. KafkaJS's own wait fails at the first broker that does not
 * know the topic, and ends when a leader is elected but does not serve yet. It also waits for topics that another process
 * creates at the same moment.
 * @throws RetryableError when they do not respond within half a minute.
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
