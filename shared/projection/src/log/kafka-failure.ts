import { RetryableError } from '@fundlens/runtime/errors';
import kafkajs from 'kafkajs';

/**
 * Runs `operation` against Kafka. What the client calls retriable comes out as RetryableError; the client itself gives
 * up on some of it at once, e.g. on a topic that was created a moment ago and that this broker has not heard of yet.
 */
export async function mapKafkaErrors<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (!(error instanceof kafkajs.KafkaJSError) || !error.retriable) throw error;
    throw new RetryableError('kafka_unavailable', `Kafka does not take this now (${error.name}).`, { cause: error });
  }
}
