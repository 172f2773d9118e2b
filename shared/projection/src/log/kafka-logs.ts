import { within } from '@fundlens/contracts/deadline';
import { RetryableError } from '@fundlens/runtime/errors';
import { withUndecided } from '@fundlens/contracts/kafkajs-repairs';
import type { Admin } from 'kafkajs';
import type { Logs, TopicBounds } from './source.ts';

/** KafkaJS itself retries for as long as the brokers are unavailable. */
const TIME_LIMIT_MS = 5_000;

type KafkaLogsOptions = {
  readonly admin: Pick<Admin, 'fetchTopicOffsets'>;
};

/** The answer on its way, and the one for those who asked meanwhile. */
type Asking = { readonly answer: Promise<TopicBounds>; next: Promise<TopicBounds> | null };

/**
 * The logs by the admin client. At most one request per topic is in flight, however long Kafka is unavailable. Who asks
 * meanwhile gets the answer of the next one: the log may have taken something since the first was asked.
 */
export function createKafkaLogs({ admin }: KafkaLogsOptions): Logs {
  const asking = new Map<string, Asking>();

  async function ask(topic: string): Promise<TopicBounds> {
    // In this order: what lies between both was in an open transaction at the time of the first answer.
    const ends = await withUndecided(() => admin.fetchTopicOffsets(topic));
    const stable = new Map(
      (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, Number(high)]),
    );
    const partitions = ends.map(({ partition, low, high }) => {
      const end = Number(high);
      return [partition, { first: Number(low), stable: Math.min(stable.get(partition) ?? end, end), end }] as const;
    });
    return { partitions: new Map(partitions) };
  }

  function join(topic: string): Promise<TopicBounds> {
    const present = asking.get(topic);
    if (present !== undefined) {
      present.next ??= present.answer.then(
        () => join(topic),
        () => join(topic),
      );
      return present.next;
    }
    const answer = ask(topic).finally(() => asking.delete(topic));
    asking.set(topic, { answer, next: null });
    return answer;
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
