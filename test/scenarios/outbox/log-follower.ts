import { randomUUID } from 'node:crypto';
import type { Codec } from '@fundlens/contracts/codec';
import type { AnyEvent } from '@fundlens/contracts/event-types';
import kafkajs from 'kafkajs';
import type { TestSystem } from '../../harness/test-system.ts';
import { failureCode } from '@fundlens/runtime/errors';

export type LogRecord = {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As a projector decodes it, or why it does not. */
  readonly event: AnyEvent | { readonly undecodable: string };
};

export type LogFollower = {
  /** Everything that the topics have held so far; grows. */
  readonly records: readonly LogRecord[];
  /** The ids that the records name in the header `id`. */
  readonly ids: ReadonlySet<string>;
  stop(): Promise<void>;
};

/** Where Java's and our publishers put a key (murmur2). */
export function partitionOf(topic: string, key: string, partitions: number): number {
  const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({
    ...{ partitionId, partitionErrorCode: 0, leader: 0, replicas: [], isr: [] },
  }));
  return kafkajs.Partitioners.DefaultPartitioner()({ topic, partitionMetadata, message: { key, value: null } });
}

/** Reads the three topics from their beginning, with a group of its own. */
export async function followLog({ kafka, topics }: TestSystem, codec: Codec): Promise<LogFollower> {
  const records: LogRecord[] = [];
  const ids = new Set<string>();
  const consumer = kafka.consumer({ groupId: `outbox-${randomUUID()}`, maxWaitTimeInMs: 200 });
  await consumer.connect();
  await consumer.subscribe({ topics: Object.values(topics), fromBeginning: true });
  await consumer.run({
    async eachMessage({ topic, partition, message }) {
      const value = message.value ?? Buffer.alloc(0);
      // One without value stands for a column that is null.
      const headers = Object.entries(message.headers ?? {}).flatMap(([name, header]) =>
        header === undefined || header === null ? [] : [[name, String(header)] as const],
      );
      const named = Object.fromEntries(headers);
      ids.add(named.id ?? '');
      records.push({
        ...{ topic, partition, offset: Number(message.offset), headers: named },
        ...{ key: String(message.key) },
        event: await codec
          .decode({ topic, key: message.key, value })
          .catch((error: unknown) => ({ undecodable: failureCode(error) })),
      });
    },
  });
  return { records, ids, stop: () => consumer.disconnect() };
}
