import kafkajs from 'kafkajs';
import { expect, test } from 'vitest';
import { connectToStack, readAll } from '../testing/stack.ts';
import { createTopics } from './topics.ts';

/** Long enough for several blocks of each format, with and without repetition. */
const values = Array.from({ length: 50 }, (_, index) => `${index} ${'repeat '.repeat(index * 20)} ${Math.sin(index)}`);

/** A topic's own compression makes the broker, which is Java, compress what it stores. */
async function topicStoredAs(compression: string, stack: Awaited<ReturnType<typeof connectToStack>>): Promise<string> {
  const topic = `${stack.topics.crm}.${compression}`;
  const configEntries = [{ name: 'compression.type', value: compression }];
  await createTopics(stack.admin, [{ topic, numPartitions: 1, configEntries }]);
  return topic;
}

test.each(['snappy', 'lz4', 'zstd', 'gzip'])('what Java compresses with %s is understood', async (compression) => {
  await using stack = await connectToStack();
  const producer = stack.kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
  await producer.connect();
  const topic = await topicStoredAs(compression, stack);
  await producer.send({ topic, messages: values.map((value) => ({ value })) });
  const found = await readAll(stack.kafka, stack.admin, [topic]);
  expect(found.map(({ value }) => String(value))).toEqual(values);
  await producer.disconnect();
});
