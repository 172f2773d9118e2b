import type { LogBounds, TopicPartition } from '@fundlens/projection/log/source';
import type { System } from './composition-root.ts';

/** A partition, and what the log has of it at a moment. */
export type LogPartition = TopicPartition & LogBounds;

export async function logPartitions({ topics, logs }: Pick<System, 'topics' | 'logs'>): Promise<LogPartition[]> {
  const found: LogPartition[] = [];
  for (const topic of Object.values(topics)) {
    const { partitions } = await logs.bounds(topic);
    found.push(...[...partitions].map(([partition, bounds]) => ({ topic, partition, ...bounds })));
  }
  return found;
}
