import { createCodec } from '@fundlens/contracts/codec';
import { createKafka, GIVE_UP_SOON } from '@fundlens/contracts/kafka-client';
import { createPublisher, type Publisher } from '@fundlens/contracts/publisher';
import { createSchemaRegistry, registerSchemas } from '@fundlens/contracts/registry';
import { ensureTopics } from '@fundlens/contracts/topics';
import { topicNames } from '@fundlens/contracts/topic-names';
import type { StackUrls } from '../../stack.ts';

export type EventLog = {
  /** Names this Kafka for good: one that was emptied or exchanged has another. */
  readonly clusterId: string;
  readonly publisher: Publisher;
};

/** Makes the topics and registers the schemas where they are missing, and connects a publisher. */
export async function openEventLog({ kafkaBrokers, schemaRegistryUrl }: StackUrls): Promise<EventLog> {
  const topics = topicNames();
  const kafka = createKafka({ brokers: kafkaBrokers, clientId: 'fundlens-start', retry: GIVE_UP_SOON });
  const registry = createSchemaRegistry({ url: schemaRegistryUrl });
  const publisher = createPublisher({ kafka, codec: createCodec({ registry, topics, clock: Date.now }) });
  const admin = kafka.admin();
  await admin.connect();
  try {
    const [{ clusterId }] = await Promise.all([
      admin.describeCluster(),
      ensureTopics(admin, { topics }),
      registerSchemas(registry, topics),
    ]);
    await publisher.start();
    return { clusterId, publisher };
  } finally {
    await admin.disconnect();
  }
}
