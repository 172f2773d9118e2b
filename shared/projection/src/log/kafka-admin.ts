import { within } from '@fundlens/contracts/deadline';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import kafkajs, { type Admin } from 'kafkajs';
import { createKafkaLogs } from './kafka-logs.ts';
import type { Logs } from './source.ts';

/** What a command asks Kafka beside reading. The connection is made when it is first used. */
type KafkaAdmin = {
  readonly logs: Logs;
  /** Those of `topics` that have lost, or may lose, all but the last record of a key. @throws RetryableError */
  compacted(topics: readonly string[]): Promise<ReadonlySet<string>>;
  /** Never fails: Kafka removes an abandoned group by itself, a week later. */
  removeGroup(groupId: string): Promise<void>;
  close(): Promise<void>;
};

/** A removal that takes longer is left to Kafka. */
const REMOVAL_MS = 5_000;

export function createKafkaAdmin(admin: Admin, { logger }: { readonly logger: Logger }): KafkaAdmin {
  let connecting: Promise<void> | undefined;

  async function connected(): Promise<Admin> {
    connecting ??= admin.connect().catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    await connecting;
    return admin;
  }

  return {
    logs: createKafkaLogs({
      admin: { fetchTopicOffsets: async (topic) => (await connected()).fetchTopicOffsets(topic) },
    }),

    async compacted(topics) {
      const resources = topics.map((name) => ({
        type: kafkajs.ConfigResourceTypes.TOPIC,
        name,
        configNames: ['cleanup.policy'],
      }));
      try {
        const found = await (await connected()).describeConfigs({ includeSynonyms: false, resources });
        const compacted = found.resources.filter(({ configEntries }) =>
          configEntries.some(({ configValue }) => configValue.includes('compact')),
        );
        return new Set(compacted.map(({ resourceName }) => resourceName));
      } catch (error) {
        throw new RetryableError('kafka_unavailable', 'Kafka cannot be asked for its topics.', { cause: error });
      }
    },

    async removeGroup(groupId) {
      const late = () => new RetryableError('kafka_unavailable', 'Kafka did not answer in time.');
      const remove = async () => (await connected()).deleteGroups([groupId]);
      try {
        await within(REMOVAL_MS, remove(), late);
      } catch (error) {
        logger.warn({ groupId, error }, 'the consumer group is left to Kafka to remove');
      }
    },

    close: () => admin.disconnect(),
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
