import { randomUUID } from 'node:crypto';
import { createKafka } from '@fundlens/contracts/kafka/kafka-client';
import { createTopics } from '@fundlens/contracts/kafka/topics';
import { createBackoff } from '@fundlens/runtime/backoff';
import type { Admin, Kafka } from 'kafkajs';
import { expect, it } from 'vitest';
import { until } from '@fundlens/projector/testing/projector-fixture';
import { testStack } from '../testing/stack.ts';
import { createKafkaLogs } from './kafka-admin.ts';
import { KafkaSource } from './kafka-source.ts';
import type { Source } from './source.ts';
import { type SourceBench, sourceConformance } from './testing/source-conformance.ts';

const newKafka = () => createKafka({ brokers: testStack().kafkaBrokers, clientId: 'source-test' });

const memberOf = (options: { kafka: Kafka; groupId: string; topic: string; sessionTimeoutMs: number }): Source =>
  new KafkaSource({
    kafka: options.kafka,
    groupId: options.groupId,
    topics: [options.topic],
    sessionTimeoutMs: options.sessionTimeoutMs,
    backoff: createBackoff({ initialMs: 50, maxMs: 200, random: () => 1 }),
    onError: (error) => {
      throw error;
    },
  });

async function createTopic(admin: Admin): Promise<string> {
  const topic = `source-${randomUUID()}`;
  await admin.connect();
  await createTopics(admin, [{ topic, numPartitions: 2 }]);
  return topic;
}

async function openBench(): Promise<SourceBench> {
  const kafka = newKafka();
  const admin = kafka.admin();
  const topic = await createTopic(admin);
  const groupId = `group-${topic}`;
  const logs = createKafkaLogs(admin.fetchTopicOffsets);

  const messagesOf = (partition: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ key: `${n}`, value: `${n}`, partition }));

  async function produce(partition: number, count: number): Promise<void> {
    const producer = kafka.producer();
    await producer.connect();
    await producer.send({ topic, messages: messagesOf(partition, count) });
    await producer.disconnect();
  }

  async function begin(partition: number, count: number) {
    const transactionalId = `tx-${randomUUID()}`;
    const producer = kafka.producer({ transactionalId, idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    const transaction = await producer.transaction();
    await transaction.send({ topic, messages: messagesOf(partition, count) });
    return async (outcome: 'commit' | 'abort') => {
      await transaction[outcome]();
      await producer.disconnect();
    };
  }

  return {
    topic,
    member: () => memberOf({ kafka, groupId, topic, sessionTimeoutMs: 3_000 }),
    produce,
    begin,
    async committed(partition) {
      const [found] = await admin.fetchOffsets({ groupId, topics: [topic] });
      const offset = Number(found?.partitions.find((candidate) => candidate.partition === partition)?.offset ?? -1);
      return offset < 0 ? null : offset;
    },
    bounds: async (partition) => (await logs.bounds(topic)).get(partition),
    close: () => admin.disconnect(),
  };
}

sourceConformance('the Kafka source', openBench);

it('makes a new consumer when one has died for good, as often as it takes', async () => {
  // The broker refuses so short a session, and the client does not restart from that.
  const kafka = newKafka();
  const admin = kafka.admin();
  const topic = await createTopic(admin);
  await admin.disconnect();
  const source = memberOf({ kafka, groupId: `group-${topic}`, topic, sessionTimeoutMs: 100 });
  let crashes = 0;
  let assigned = 0;
  await source.start({
    onAssigned: (topicPartitions) => {
      assigned = topicPartitions.length;
    },
    onBatch: async () => true,
    onPassed: () => undefined,
    steps: () => null,
    onDown: () => {
      crashes += 1;
    },
  });
  await until(() => crashes >= 3);
  expect(assigned).toBe(0);
  await source.stop();
});

it('a member whose work makes no step loses its partitions, though it goes on fetching', async () => {
  const kafka = newKafka();
  const admin = kafka.admin();
  const topic = await createTopic(admin);
  const member = () => memberOf({ kafka, groupId: `group-${topic}`, topic, sessionTimeoutMs: 2_000 });
  const handlers = (assigned: number[], steps: () => number | null) => ({
    onAssigned: ({ length }: readonly unknown[]) => void assigned.push(length),
    onBatch: async () => true,
    onPassed: () => undefined,
    onDown: () => undefined,
    steps,
  });

  let steps: number | null = 0;
  const ofHung: number[] = [];
  const ofOther: number[] = [];
  const hung = member();
  await hung.start(handlers(ofHung, () => steps));
  await until(() => ofHung.at(-1) === 2);
  const other = member();
  await other.start(handlers(ofOther, () => null));
  await until(() => ofOther.at(-1) === 2);

  steps = null;
  await until(() => ofOther.at(-1) === 1 && ofHung.at(-1) === 1);
  expect([ofOther.at(-1), ofHung.at(-1)]).toEqual([1, 1]);
  await Promise.all([hung.stop(), other.stop()]);
  await admin.disconnect();
});
