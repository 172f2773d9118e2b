import { within } from '@fundlens/runtime/deadline';
import { withUndecided } from '@fundlens/contracts/kafka/kafkajs-repairs';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import kafkajs, { type Admin } from 'kafkajs';
import type { Logs, TopicBounds } from './source.ts';

/** A removal that takes longer is left to Kafka. */
const REMOVAL_MS = 5_000;

type Client = { readonly admin: Admin; connecting: Promise<void> | null };

/** What a process asks Kafka beside reading. A connection is made when it is first used. */
export function createKafkaAdmin(newAdmin: () => Admin, logger: Logger) {
  /** By topic: one that has asked for a topic with a partition without a leader learns nothing of any other. */
  const clients = new Map<string, Client>();

  /** @throws what the client throws. */
  async function connected(topic = ''): Promise<Admin> {
    const client: Client = clients.get(topic) ?? { admin: newAdmin(), connecting: null };
    clients.set(topic, client);
    client.connecting ??= client.admin.connect().catch((error: unknown) => {
      client.connecting = null;
      throw error;
    });
    await client.connecting;
    return client.admin;
  }

  return {
    connected,
    logs: createKafkaLogs(async (topic) => (await connected(topic)).fetchTopicOffsets(topic)),

    /** Never fails: Kafka removes an abandoned group by itself, a week later. */
    async removeGroup(groupId: string): Promise<void> {
      const remove = async () => (await connected()).deleteGroups([groupId]);
      try {
        await within(REMOVAL_MS, remove(), late);
      } catch (error) {
        logger.warn({ groupId, error }, 'the consumer group is left to Kafka to remove');
      }
    },

    close: async () => void (await Promise.all([...clients.values()].map(({ admin }) => admin.disconnect()))),
  };
}

/**
 * The partition that Kafka's default partitioner (murmur2, as our publisher and Java's have it) gives a key. A publisher
 * with another partitioner, or more partitions since, has put the key elsewhere.
 */
export function defaultPartition(topic: string, key: string, partitions: number): number {
  const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({
    partitionId,
    partitionErrorCode: 0,
    leader: 0,
    replicas: [],
    isr: [],
  }));
  const choose = kafkajs.Partitioners.DefaultPartitioner();
  return choose({ topic, partitionMetadata, message: { key: Buffer.from(key), value: null } });
}

/** KafkaJS itself retries for as long as the brokers are unavailable. */
const TIME_LIMIT_MS = 5_000;

/**
 * The bounds of the logs. At most one request per topic is in flight, however long Kafka is unavailable. Who asks
 * meanwhile gets the answer of the next one: the log may have taken something since the first was asked.
 */
export function createKafkaLogs(fetchTopicOffsets: Admin['fetchTopicOffsets']): Logs {
  /** By topic: the answer on its way, and the one for those who asked meanwhile. */
  const asking = new Map<string, { readonly answer: Promise<TopicBounds>; next: Promise<TopicBounds> | null }>();
  /** Ends below which nothing was undecided any more, by topic. */
  const decided = new Map<string, string>();

  async function ask(topic: string): Promise<TopicBounds> {
    // In this order: what lies between both was in an open transaction at the time of the first answer.
    const ends = await withUndecided(() => fetchTopicOffsets(topic));
    const known = JSON.stringify(ends.map(({ partition, high }) => [partition, high]));
    const stable = new Map<number, number>();
    // Most logs of an idle system have taken nothing since they were last asked.
    if (decided.get(topic) !== known)
      for (const { partition, high } of await fetchTopicOffsets(topic)) stable.set(partition, Number(high));
    const bounds = ends.map(({ partition, low, high }) => {
      const end = Number(high);
      return [partition, { first: Number(low), stable: Math.min(stable.get(partition) ?? end, end), end }] as const;
    });
    if (bounds.every(([, { stable, end }]) => stable === end)) decided.set(topic, known);
    return new Map(bounds);
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
