import kafkajs from 'kafkajs';

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
