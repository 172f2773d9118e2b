import { randomUUID } from 'node:crypto';
import type { Admin, Kafka, KafkaMessage } from 'kafkajs';
import { inject } from 'vitest';
import { createCodec } from '../wire/codec.ts';
import { createKafka } from '../kafka/kafka-client.ts';
import { createSchemaRegistry } from '../wire/registry.ts';
import { ensureTopics } from '../kafka/topics.ts';
import { topicNames } from '../wire/topic-names.ts';

/** What the run's global setup provides. Its declaration lives in the stack runner, which depends on this package. */
type StackAddresses = { readonly kafkaBrokers: string[]; readonly schemaRegistryUrl: string };

export function stackAddresses(): StackAddresses {
  return inject('stack' as never) as StackAddresses;
}

/** Clients of the real servers, and topics of this test alone: deleting a used topic breaks its producers. */
export async function connectToStack({ kafkaBrokers, schemaRegistryUrl }: StackAddresses = stackAddresses()) {
  const topicPrefix = `t${randomUUID().slice(0, 8)}.`;
  const topics = topicNames(topicPrefix);
  const kafka = createKafka({ brokers: kafkaBrokers, clientId: 'contracts-test' });
  const admin = kafka.admin();
  await admin.connect();
  await ensureTopics(admin, { topics, partitions: 3 });
  const registry = createSchemaRegistry({ url: schemaRegistryUrl });
  const codec = createCodec({ registry, topics, clock: Date.now, unknownSchemaRetryMs: 0 });
  return {
    kafka,
    admin,
    registry,
    codec,
    topics,
    environment: {
      KAFKA_BROKERS: kafkaBrokers.join(','),
      SCHEMA_REGISTRY_URL: schemaRegistryUrl,
      TOPIC_PREFIX: topicPrefix,
    },
    [Symbol.asyncDispose]: () => admin.disconnect(),
  };
}

export type ReadMessage = KafkaMessage & { readonly topic: string; readonly partition: number };

/** Everything that the topics hold now, in offset order per partition. What is appended meanwhile is left out. */
export async function readAll(kafka: Kafka, admin: Admin, topics: readonly string[]): Promise<ReadMessage[]> {
  const ends = new Map<string, number>();
  for (const topic of topics) {
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
      if (low !== high) ends.set(`${topic}/${partition}`, Number(high));
    }
  }
  const messages: ReadMessage[] = [];
  if (ends.size === 0) return messages;
  const open = new Set(ends.keys());
  const consumer = kafka.consumer({ groupId: randomUUID(), maxWaitTimeInMs: 200 });
  const { promise: complete, resolve } = Promise.withResolvers<void>();
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ topic, partition, message }) => {
      const place = `${topic}/${partition}`;
      const end = ends.get(place) ?? 0;
      if (Number(message.offset) < end) messages.push({ ...message, topic, partition });
      if (Number(message.offset) >= end - 1) open.delete(place);
      if (open.size === 0) resolve();
    },
  });
  await complete;
  await consumer.disconnect();
  return messages;
}
