import { avroTypeOf } from '@fundlens/contracts/wire/avro-type';
import { definitionOf, type EventType } from '@fundlens/contracts/event-types';
import { registerSchemas } from '@fundlens/contracts/wire/registry';
import type { Typed } from '@fundlens/testing/event-identity';
import type { TestSystem } from './test-system.ts';

/** An event as any client in any language may send it: encoded, but not validated. */
export type RawEvent = {
  readonly type: EventType;
  readonly event: Typed['event'];
  /** Undefined: by the key, as usual. */
  readonly partition?: number;
};

/**
 * Appends the events to their topics without the publisher's validation; gives their positions in the same order, each as
 * `<topic>:<partition>:<offset>`, as dead letters have it.
 */
export async function appendRaw(system: TestSystem, events: readonly RawEvent[]): Promise<string[]> {
  const ids = await registerSchemas(system.registry, system.topics);
  const producer = system.kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  try {
    const positions: string[] = [];
    for (const { type, event, partition } of events) {
      const definition = definitionOf(type);
      const header = Buffer.alloc(5);
      header.writeUInt32BE(ids[type], 1);
      const value = Buffer.concat([header, avroTypeOf(definition.avro).toBuffer(withBuffers(event))]);
      const key = definition.keyOf(event as Parameters<typeof definition.keyOf>[0]);
      const message = { key, value, ...(partition === undefined ? {} : { partition }) };
      const topic = system.topics[definition.stream];
      const [stored] = await producer.send({ topic, acks: -1, messages: [message] });
      positions.push(`${stored?.topicName}:${stored?.partition}:${stored?.baseOffset}`);
    }
    return positions;
  } finally {
    await producer.disconnect();
  }
}

function withBuffers(event: object): object {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value) : value]),
  );
}
