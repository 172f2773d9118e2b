import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import type { Kafka } from 'kafkajs';
import { within } from '../deadline.ts';
import type { TopicNames } from '../wire/topic-names.ts';

/** A person waits at the terminal; a broker that is up answers in milliseconds. */
const CONNECT_MS = 15_000;

/**
 * Producing to a topic that does not exist would only time out.
 * @returns the id of the cluster
 * @throws InvalidError naming the topics that are missing; RetryableError when Kafka is away.
 */
export async function requireTopics(kafka: Pick<Kafka, 'admin'>, topics: TopicNames): Promise<void> {
  const admin = kafka.admin();
  try {
    const asked = admin.connect().then(() => admin.listTopics());
    const existing = new Set(await within(CONNECT_MS, asked, unreachable));
    const missing = Object.values(topics).filter((topic) => !existing.has(topic));
    if (missing.length > 0) {
      throw new InvalidError(
        'no_topics',
        `Kafka has no topic ${missing.join(', ')}. Start the projector once: it makes them.`,
      );
    }
  } catch (error) {
    throw error instanceof InvalidError ? error : unreachable();
  } finally {
    // Closing politely is not worth waiting for: the process ends soon.
    admin.disconnect().catch(() => undefined);
  }
}

function unreachable(): RetryableError {
  return new RetryableError('kafka_unavailable', 'Kafka cannot be reached.');
}
