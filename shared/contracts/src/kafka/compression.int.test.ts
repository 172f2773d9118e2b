import kafkajs from 'kafkajs';
import { expect, test } from 'vitest';
import { connectToStack, readAll } from '../testing/stack.ts';
import { createTopics } from './topics.ts';

const { CompressionTypes } = kafkajs;

/** Long enough for several blocks of each format, with and without repetition. */
const values = Array.from({ length: 50 }, (_, index) => `${index} ${'repeat '.repeat(index * 20)} ${Math.sin(index)}`);

const codecs = [
  ['snappy', CompressionTypes.Snappy],
  ['lz4', CompressionTypes.LZ4],
  ['zstd', CompressionTypes.ZSTD],
  ['gzip', CompressionTypes.GZIP],
] as const;

/** A topic's own compression makes the broker, which is Java, recompress what it stores: both directions are real. */
async function topicStoredAs(compression: string, stack: Awaited<ReturnType<typeof connectToStack>>): Promise<string> {
  const topic = `${stack.topics.crm}.${compression}`;
  const configEntries = [{ name: 'compression.type', value: compression }];
  await createTopics(stack.admin, [{ topic, numPartitions: 1, configEntries }]);
  return topic;
}

test.each(codecs)(
  'what we compress with %s is understood by Java, and what Java compresses by us',
  async (name, own) => {
    await using stack = await connectToStack();
    const producer = stack.kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
    await producer.connect();
    for (const [stored, compression] of [['uncompressed', own] as const, [name, CompressionTypes.None] as const]) {
      const topic = await topicStoredAs(stored, stack);
      await producer.send({ topic, compression, messages: values.map((value) => ({ value })) });
      const found = await readAll(stack.kafka, stack.admin, [topic]);
      expect(found.map(({ value }) => String(value))).toEqual(values);
    }
    await producer.disconnect();
  },
);
