import { avroTypeOf } from '@fundlens/contracts/avro-type';
import { definitionOf, type EventType, eventTypes } from '@fundlens/contracts/event-types';
import { registerSchemas } from '@fundlens/contracts/registry';
import type { Typed } from '@fundlens/testing/event-identity';
import type { TestSystem } from '../../harness/test-system.ts';

/** Records of one request to Kafka: large enough to be quick; one or two megabytes, below what a topic takes as one batch. */
const CHUNK_RECORDS = 2_000;
/** Confluent wire format: a zero byte and the schema id. */
const HEADER_BYTES = 5;

type OutgoingRecord = { readonly topic: string; readonly key: string; readonly value: Buffer };

/**
 * Fills the topics chunk by chunk, so that any number of events can be made on the way, and without the checks of the
 * publisher, which would take longer than what is measured.
 * @returns how many events there are
 */
export async function fillLog(system: TestSystem, events: Iterable<Typed>): Promise<number> {
  const ids = await registerSchemas(system.registry, system.topics);
  const types = new Map(eventTypes.map((type) => [type, avroTypeOf(definitionOf(type).avro)]));
  const producer = system.kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  let sent = 0;
  let records: OutgoingRecord[] = [];

  const encode = <T extends EventType>({ type, event }: Typed<T>) => {
    const definition = definitionOf(type as T);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32BE(ids[type], 1);
    const value = Buffer.concat([header, types.get(type)?.toBuffer(withBuffers(event)) ?? header]);
    return { topic: system.topics[definition.stream], key: definition.keyOf(event as never), value };
  };
  const send = async () => {
    const topicMessages = [...Map.groupBy(records, ({ topic }) => topic)].map(([topic, messages]) => ({
      topic,
      messages,
    }));
    await producer.sendBatch({ acks: -1, topicMessages });
    sent += records.length;
    records = [];
  };

  try {
    for (const event of events) {
      records.push(encode(event));
      if (records.length === CHUNK_RECORDS) await send();
    }
    if (records.length > 0) await send();
  } finally {
    await producer.disconnect();
  }
  return sent;
}

/** Bytes as the encoder wants them. */
function withBuffers(event: object): object {
  return 'report' in event && event.report instanceof Uint8Array
    ? { ...event, report: Buffer.from(event.report) }
    : event;
}
