import { type Stream, streams } from '../definition/event-definition.ts';
import { maxRecordBytes } from '../definition/limits.ts';
import { definitionOf } from '../event-types.ts';
import { topicNames } from '../wire/topic-names.ts';
import { contractReference, type EventReference } from './event-reference.ts';

const ABOUT: Readonly<Record<Stream, string>> = {
  crm: 'Published by the CRM platform team.',
  funding:
    'Published by the funding platform. **Holds raw credit reports, Social Security numbers included**: TLS on every listener, ACLs, encrypted disks, no topic browser.',
  access: 'Published by both. Small, so that a revocation never waits behind a bulk import.',
};

const description = `Change events that Fundlens reads. Each carries the full state of one entity and a version that only grows; the higher \`(epoch, version)\` wins, so that order of arrival and repetitions do not matter.

The value is the Confluent wire format (a zero byte, the schema id in four bytes, the Avro record). The key is UTF-8 text; key, \`meta\` and fields must agree. The header \`traceparent\` (W3C Trace Context) is optional. An event that breaks a rule becomes a dead letter; its neighbours go on.`;

/** The contract as AsyncAPI 3.0, for generators and viewers of other teams: what the page about events says. */
export function asyncapiDocument() {
  const { events } = contractReference();
  const messages = events.map((event): [string, object] => [event.type, message(event)]);
  return {
    asyncapi: '3.0.0',
    id: 'urn:fundlens:change-events',
    info: {
      title: 'Fundlens change events',
      version: '1.0.0',
      description,
      contact: { name: 'Fundlens', url: 'https://fundlens.example.com' },
      license: { name: 'Proprietary' },
    },
    defaultContentType: 'avro/binary',
    channels: Object.fromEntries(streams.map((stream) => [`${stream}Changes`, channel(stream, events)])),
    components: { messages: Object.fromEntries(messages) },
  };
}

function channel(stream: Stream, events: readonly EventReference[]) {
  const topic = topicNames()[stream];
  const own = events.filter((event) => event.topic === topic);
  return {
    address: topic,
    description: ABOUT[stream],
    messages: Object.fromEntries(own.map(({ type }) => [type, { $ref: `#/components/messages/${type}` }])),
  };
}

function message({ type, fullName, subject, doc, remarks, keys, schema }: EventReference) {
  const { stream, required } = definitionOf(type);
  const needed = required.map((name) => `\`${name}\``).join(', ');
  return {
    name: type,
    title: fullName,
    summary: doc,
    description: [
      remarks,
      needed && `Required unless deleted: ${needed}.`,
      `Subject \`${subject}\`. At most ${maxRecordBytes[stream]} bytes.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    payload: { schemaFormat: 'application/vnd.apache.avro;version=1.9.0', schema },
    bindings: {
      kafka: {
        key: {
          type: 'string',
          description: `UTF-8 text: ${keys.map((key) => `\`${key}\``).join(' or ')}.`,
        },
        schemaIdLocation: 'payload',
        schemaIdPayloadEncoding: 'confluent',
        schemaLookupStrategy: 'TopicRecordNameStrategy',
        bindingVersion: '0.5.0',
      },
    },
  };
}
