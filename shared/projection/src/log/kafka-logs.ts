import { within } from '@fundlens/contracts/deadline';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Admin } from 'kafkajs';
import type { Logs, TopicBounds } from './source.ts';

/** KafkaJS itself retries for as long as the brokers are unavailable. */
const TIME_LIMIT_MS = 5_000;

type KafkaLogsOptions = {
  readonly admin: Pick<Admin, 'fetchTopicOffsets'>;
};

/** The logs by the admin client. At most one request per topic is in flight, however long Kafka is unavailable. */
export function createKafkaLogs({ admin }: KafkaLogsOptions): Logs {
  const asking = new Map<string, Promise<TopicBounds>>();

  async function ask(topic: string): Promise<TopicBounds> {
    const found = await admin.fetchTopicOffsets(topic);
    const partitions = new Map(
      found.map(({ partition, low, high }) => [partition, { first: Number(low), end: Number(high) }]),
    );
    return { partitions };
  }

  function join(topic: string): Promise<TopicBounds> {
    const present = asking.get(topic);
    if (present !== undefined) return present;
    const question = ask(topic).finally(() => asking.delete(topic));
    asking.set(topic, question);
    return question;
  }

  return {
    async bounds(topic) {
      try {
        return await within(TIME_LIMIT_MS, join(topic), late);
      } catch (error) {
        if (error instanceof RetryableError) throw error;
        throw new RetryableError('kafka_unavailable', 'Kafka cannot be asked for its offsets.', { cause: error });
      }
    },
  };
}

function late(): RetryableError {
  return new RetryableError('kafka_unavailable', 'Kafka did not answer in time.');
}
