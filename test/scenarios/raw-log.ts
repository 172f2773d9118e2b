import type { Codec } from '@fundlens/contracts/codec';
import { createCodec } from '@fundlens/contracts/codec';
import type { Stream } from '@fundlens/contracts/event-definition';
import { definitionOf } from '@fundlens/contracts/event-types';
import { createKafka } from '@fundlens/contracts/kafka-client';
import type { SchemaRegistry } from '@fundlens/contracts/registry';
import type { TopicNames } from '@fundlens/contracts/topic-names';
import { wireRecord } from '@fundlens/projection/testing/wire-records';
import { redacted } from '@fundlens/projector/testing/projector-fixture';
import * as build from '@fundlens/testing/event-builders';
import type { Expected, PublishedRecord } from '../invariants/published-record.ts';

export type RawRecord = {
  readonly key: string | null;
  readonly value: Buffer;
  readonly partition: number;
  /** What has to become of it. */
  readonly expected: Expected;
};

/** The log as a publisher uses it that validates nothing. */
export type RawLog = {
  readonly codec: Codec;
  append(stream: Stream, records: readonly RawRecord[]): Promise<PublishedRecord[]>;
};

export function createRawLog(options: {
  readonly brokers: readonly string[];
  readonly registry: SchemaRegistry;
  readonly topics: TopicNames;
}): RawLog {
  const { brokers, registry, topics } = options;
  const kafka = createKafka({ brokers: [...brokers], clientId: 'raw-log' });
  return {
    codec: createCodec({ registry, topics, clock: Date.now }),
    async append(stream, records) {
      const producer = kafka.producer({ allowAutoTopicCreation: false });
      await producer.connect();
      try {
        const published: PublishedRecord[] = [];
        for (const { key, value, partition, expected } of records) {
          const [stored] = await producer.send({
            topic: topics[stream],
            acks: -1,
            messages: [{ key, value, partition }],
          });
          const offset = Number(stored?.baseOffset);
          published.push({ topic: topics[stream], partition, offset, appendedAt: 0, expected });
        }
        return published;
      } finally {
        await producer.disconnect();
      }
    },
  };
}

/** The schema of contacts with one field more, which says nothing: what a publisher has that is a release ahead. */
export function aheadSchema(field: string) {
  const { avro } = definitionOf('ContactChanged');
  return { ...avro, fields: [...avro.fields, { name: field, type: ['null', 'string'], default: null }] } as typeof avro;
}

/** The subject under which contacts are registered. */
export function contactSubject(topics: TopicNames): string {
  return `${topics.crm}-${definitionOf('ContactChanged').fullName}`;
}

/** Contacts of a publisher that uses the schema with this id. */
export async function contactsOfSchema(
  codec: Codec,
  { id, count, partition, world }: { id: number; count: number; partition: number; world: string },
): Promise<RawRecord[]> {
  const contacts = Array.from({ length: count }, (_, n) => build.contactChanged({ contactId: `${world}-${n}` }));
  return await Promise.all(
    contacts.map(async (event) => {
      const { key, value } = await wireRecord(codec, event);
      // The field that is ahead: null.
      const ahead = Buffer.concat([value, Buffer.from([0])]);
      ahead.writeUInt32BE(id, 1);
      return { key, value: ahead, partition, expected: { kind: 'applied', event: redacted(event) } };
    }),
  );
}
