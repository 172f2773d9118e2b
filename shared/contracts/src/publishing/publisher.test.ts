import type { Producer, ProducerBatch, RecordMetadata } from 'kafkajs';
import { expect, test } from 'vitest';
import { createCodec } from '../wire/codec.ts';
import { withDefaults } from '../event-defaults.ts';
import { createPublisher, type Publishable } from './publisher.ts';
import { memoryRegistry } from '../testing/memory-registry.ts';
import { sampleEvent } from '../testing/sample-events.ts';
import { topicNames } from '../wire/topic-names.ts';

const codec = createCodec({ registry: memoryRegistry(), topics: topicNames(), clock: () => 0 });

/** Producers that store in one partition, or fail as they are told: failures that a healthy broker does not show. */
function producers(failures: (string | null)[]) {
  const made: { sent: number[]; disconnected: boolean }[] = [];
  let offset = 0;
  const kafka = {
    producer: (options: Parameters<Parameters<typeof createPublisher>[0]['kafka']['producer']>[0]): Producer => {
      const state = { sent: [] as number[], disconnected: false };
      made.push(state);
      const partitioner = options?.createPartitioner?.();
      const producer = {
        connect: async () => {},
        disconnect: async () => {
          state.disconnected = true;
        },
        sendBatch: async ({ topicMessages = [] }: ProducerBatch): Promise<RecordMetadata[]> => {
          const failure = failures.shift() ?? null;
          if (failure !== null)
            throw Object.assign(new Error('text of the client'), { name: 'KafkaJSProtocolError', type: failure });
          return topicMessages.map(({ topic, messages }) => {
            const partitionMetadata = [{ partitionId: 0, leader: 1, partitionErrorCode: 0, replicas: [1], isr: [1] }];
            for (const message of messages) partitioner?.({ topic, partitionMetadata, message });
            state.sent.push(messages.length);
            const baseOffset = String(offset);
            offset += messages.length;
            return { topicName: topic, partition: 0, errorCode: 0, baseOffset };
          });
        },
      };
      return producer as unknown as Producer;
    },
  };
  return { kafka, made };
}

const event: Publishable = { type: 'LocationChanged', event: sampleEvent('LocationChanged') };

test('a producer whose session was lost fails the call, and is replaced for the next', async () => {
  const { kafka, made } = producers([null, 'OUT_OF_ORDER_SEQUENCE_NUMBER']);
  const publisher = createPublisher({ kafka, codec });
  await publisher.publish([event]);
  await expect(publisher.publish([event])).rejects.toMatchObject({ kind: 'retryable' });
  expect(await publisher.publish([event])).toEqual([{ topic: 'crm.changes.v1', partition: 0, offset: '1' }]);
  expect(made).toEqual([
    { sent: [1], disconnected: true },
    { sent: [1], disconnected: false },
  ]);
});

test.each([
  ['NOT_ENOUGH_REPLICAS', 'retryable'],
  ['MESSAGE_TOO_LARGE', 'invalid'],
  ['TOPIC_AUTHORIZATION_FAILED', 'fatal'],
])(
  'a call that fails by %s is %s, without the text of the client, and does not stop the next one',
  async (type, kind) => {
    const { kafka } = producers([type]);
    const publisher = createPublisher({ kafka, codec });
    const failed = publisher.publish([event]);
    const next = publisher.publish([event]);
    await expect(failed).rejects.toMatchObject({ kind, message: expect.not.stringContaining('text of the client') });
    expect(await next).toHaveLength(1);
    await publisher.stop();
  },
);

test('a client that does not tell where a record is stored is not believed', async () => {
  const { kafka } = producers([]);
  const silent = {
    producer: (...options: Parameters<typeof kafka.producer>): Producer => {
      const producer = kafka.producer(...options);
      producer.sendBatch = async () => [];
      return producer;
    },
  };
  await expect(createPublisher({ kafka: silent, codec }).publish([event])).rejects.toThrow(/without telling where/);
});

test('no chunk exceeds a thousand records or the size that a batch may have', async () => {
  const { kafka, made } = producers([]);
  const publisher = createPublisher({ kafka, codec });
  await publisher.publish(Array<Publishable>(2_500).fill(event));
  const address = 'x'.repeat(4_000);
  const large: Publishable = {
    type: 'LocationChanged',
    event: withDefaults('LocationChanged', { ...event.event, address }),
  };
  await publisher.publish(Array<Publishable>(300).fill(large));
  expect(made[0]?.sent.slice(0, 3)).toEqual([1_000, 1_000, 500]);
  expect(Math.max(...(made[0]?.sent.slice(3) ?? []))).toBeLessThan(200);
});

test('one invalid event keeps all others from being published', async () => {
  const { kafka, made } = producers([]);
  const publisher = createPublisher({ kafka, codec });
  const invalid = { ...sampleEvent('ContactChanged'), contactId: 'no id' };
  await expect(publisher.publish([event, { type: 'ContactChanged', event: invalid }])).rejects.toMatchObject({
    ...{ kind: 'invalid', code: 'id_pattern', field: 'contactId' },
    message: expect.stringMatching(/^event 1: /),
  });
  await expect(publisher.publish([event, { ...event, traceparent: 'x' }])).rejects.toMatchObject({
    code: 'traceparent',
    message: expect.stringMatching(/^event 1: /),
  });
  expect(made).toEqual([]);
});
