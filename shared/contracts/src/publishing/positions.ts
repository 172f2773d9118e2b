import { FatalError } from '@fundlens/runtime/errors';
import kafkajs, { type ICustomPartitioner, type RecordMetadata } from 'kafkajs';

/** Where an event came to stand in the log; `offset` in decimal digits. */
export type Position = { readonly topic: string; readonly partition: number; readonly offset: string };

type Sent = { readonly topic: string; readonly message: object };

/**
 * KafkaJS answers with each partition's first offset but not with the partition of each message. Its partitioner knows;
 * this one is the default (murmur2, as Java's) and remembers what it answered for as long as the message lives.
 */
export function partitionRecorder() {
  const partitions = new WeakMap<object, number>();
  const createPartitioner: ICustomPartitioner = () => {
    const partitioner = kafkajs.Partitioners.DefaultPartitioner();
    return (choice) => {
      const partition = partitioner(choice);
      partitions.set(choice.message, partition);
      return partition;
    };
  };
  return { createPartitioner, partitionOf: (message: object) => partitions.get(message) };
}

/** As clients of the API send it in `X-Wait-For-Position`. */
export function positionText({ topic, partition, offset }: Position): string {
  return `${topic}/${partition}/${offset}`;
}

/** Within a partition the records of one send stand in the order in which they were handed over. */
export function positionsOf(
  records: readonly Sent[],
  partitionOf: (message: object) => number | undefined,
  stored: readonly RecordMetadata[],
): Position[] {
  const next = new Map<string, bigint>();
  for (const { topicName, partition, errorCode, baseOffset = '' } of stored) {
    if (errorCode === 0 && baseOffset !== '') next.set(`${topicName}/${partition}`, BigInt(baseOffset));
  }
  return records.map(({ topic, message }) => {
    const partition = partitionOf(message);
    const offset = next.get(`${topic}/${partition}`);
    if (partition === undefined || offset === undefined) {
      throw new FatalError('publish_without_offset', `Kafka stored records in ${topic} without telling where.`);
    }
    next.set(`${topic}/${partition}`, offset + 1n);
    return { topic, partition, offset: String(offset) };
  });
}
