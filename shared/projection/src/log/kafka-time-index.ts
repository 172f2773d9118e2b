import { within } from '@fundlens/contracts/deadline';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Admin } from 'kafkajs';
import type { TimeIndex } from './source.ts';

/** KafkaJS itself retries for as long as the brokers are unavailable. */
const TIME_LIMIT_MS = 10_000;

/** Kafka's index of append times, by the admin client. */
export function createTimeIndex(admin: Pick<Admin, 'fetchTopicOffsetsByTimestamp'>): TimeIndex {
  const late = () => new RetryableError('kafka_unavailable', 'Kafka did not answer in time.');
  return {
    async offsetsAt(topic, instant) {
      try {
        // Below zero Kafka means the ends of the log.
        const asked = admin.fetchTopicOffsetsByTimestamp(topic, Math.max(0, instant));
        const found = await within(TIME_LIMIT_MS, asked, late);
        return new Map(found.map(({ partition, offset }) => [partition, Number(offset)]));
      } catch (error) {
        if (error instanceof RetryableError) throw error;
        throw new RetryableError('kafka_unavailable', 'Kafka cannot be asked for its offsets.', { cause: error });
      }
    },
  };
}
