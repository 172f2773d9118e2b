import type { AvroRecord } from '../definition/avro-schema.ts';
import { type Stream, streams } from '../definition/event-definition.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import { MAX_ID_LENGTH, MAX_REPORT_RECORD_BYTES, MAX_SMALL_RECORD_BYTES } from '../definition/limits.ts';
import { DEFAULT_PARTITIONS, TOPIC_SETTINGS, topicNames } from '../wire/topic-names.ts';
import { security, servers } from './asyncapi-servers.ts';
import { type EventExample, eventExamples } from './event-examples.ts';
import { keyTemplates } from './field-notes.ts';

/** The bindings of Kafka that this document writes. */
const KAFKA_BINDING = '0.5.0';
const AVRO_FORMAT = 'application/vnd.apache.avro;version=1.9.0';
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const ABOUT: Readonly<Record<Stream, string>> = {
  crm: 'Locations, contacts, pipelines, custom fields and deals of the CRM. Published by the CRM platform team.',
  funding:
    'Applicants, stored credit reports, underwriting, funding plans and next steps. Published by the funding platform. **Holds raw credit reports, Social Security numbers included**: TLS on every listener, ACLs, encrypted disks, no topic browser.',
  access:
    'Companies, installations and credentials. Small, so that a revocation never waits behind a bulk import. Published by both.',
};

const description = `Change events that Fundlens reads. Each event carries the full state of one entity and a version that only grows; the higher \`(epoch, version)\` wins, so that order of arrival and repetitions do not matter.

**Value**: the Confluent wire format (a zero byte, the schema id in four bytes, the Avro record). Subject \`<topic>-<record full name>\` (TopicRecordNameStrategy), compatibility BACKWARD_TRANSITIVE. A null value is a compaction marker and is skipped.

**Key**: UTF-8 text that names the entity. Key, \`meta\` and fields must agree.

**Names**: \`TOPIC_PREFIX\` puts a prefix before all three topics.

An event that breaks a rule becomes a dead letter; its neighbours go on.`;

/** The contract as AsyncAPI 3.0, for generators and viewers of other teams. */
export function asyncapiDocument() {
  return {
    asyncapi: '3.0.0',
    id: 'urn:fundlens:change-events',
    info: {
      ...{ title: 'Fundlens change events', version: '1.0.0', description },
      contact: {
        name: 'Fundlens API support',
        url: 'https://fundlens.example.com',
        email: 'support@fundlens.example.com',
      },
      license: { name: 'Proprietary' },
      tags: streams.map((name) => ({ name, description: ABOUT[name] })),
    },
    defaultContentType: 'avro/binary',
    servers,
    channels: Object.fromEntries(streams.map((stream) => [channelName(stream), channel(stream)])),
    operations: Object.fromEntries(streams.map((stream) => [`receive_${channelName(stream)}`, operation(stream)])),
    components: {
      messages: Object.fromEntries(eventTypes.map((type) => [type, message(type, eventExamples.get(type) ?? [])])),
      schemas: { Headers: headers },
      securitySchemes: security,
    },
  };
}

function channelName(stream: Stream): string {
  return `${stream}Changes`;
}

function typesOf(stream: Stream): EventType[] {
  return eventTypes.filter((type) => definitionOf(type).stream === stream);
}

function channel(stream: Stream) {
  const topic = topicNames()[stream];
  return {
    address: topic,
    title: topic,
    description: ABOUT[stream],
    servers: Object.keys(servers).map((name) => ({ $ref: `#/servers/${name}` })),
    messages: Object.fromEntries(typesOf(stream).map((type) => [type, { $ref: `#/components/messages/${type}` }])),
    tags: [{ name: stream }],
    bindings: {
      kafka: { topic, partitions: DEFAULT_PARTITIONS, topicConfiguration, bindingVersion: KAFKA_BINDING },
    },
  };
}

/** As the topics are created; the binding has numbers and lists where Kafka has texts. */
const topicConfiguration = Object.fromEntries(
  TOPIC_SETTINGS.map(({ name, value }) => {
    if (name === 'cleanup.policy') return [name, [value]];
    return [name, /^-?\d+$/.test(value) ? Number(value) : value];
  }),
);

/** What the application of this document does, which is the projector. Publishers do the opposite: they send. */
function operation(stream: Stream) {
  const channelRef = `#/channels/${channelName(stream)}`;
  return {
    action: 'receive',
    title: `Read ${topicNames()[stream]}`,
    summary: 'The projector applies these events; publishers send them.',
    channel: { $ref: channelRef },
    messages: typesOf(stream).map((type) => ({ $ref: `${channelRef}/messages/${type}` })),
    tags: [{ name: stream }],
  };
}

const headers = {
  type: 'object',
  description: 'Headers of the record; none is required.',
  properties: {
    traceparent: {
      type: 'string',
      description: 'W3C Trace Context: the projector continues the trace of the publisher.',
      pattern: '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
      examples: [TRACEPARENT],
    },
  },
};

function message(type: EventType, examples: readonly EventExample[]) {
  const { avro, stream, fullName, remarks, required } = definitionOf(type);
  const subject = `${topicNames()[stream]}-${fullName}`;
  return {
    name: type,
    title: fullName,
    summary: avro.doc,
    description: [
      ...(remarks === '' ? [] : [remarks]),
      ...(required.length === 0
        ? []
        : [`Required unless deleted: ${required.map((name) => `\`${name}\``).join(', ')}.`]),
      `Subject \`${subject}\`. At most ${maxBytes(stream)} bytes.`,
    ].join('\n\n'),
    tags: [{ name: stream }],
    headers: { $ref: '#/components/schemas/Headers' },
    payload: { schemaFormat: AVRO_FORMAT, schema: avro satisfies AvroRecord },
    bindings: {
      kafka: {
        key: keySchema(type, examples),
        ...{ schemaIdLocation: 'payload', schemaIdPayloadEncoding: 'confluent' },
        ...{ schemaLookupStrategy: 'TopicRecordNameStrategy', bindingVersion: KAFKA_BINDING },
      },
    },
    examples: examples.map(({ name, summary, payload }) => ({
      ...{ name, summary, headers: { traceparent: TRACEPARENT }, payload },
    })),
  };
}

function maxBytes(stream: Stream): number {
  return stream === 'funding' ? MAX_REPORT_RECORD_BYTES : MAX_SMALL_RECORD_BYTES;
}

const ID = `[A-Za-z0-9][A-Za-z0-9._~@-]{0,${MAX_ID_LENGTH - 1}}`;

/** The keys of an event as a JSON schema, for example `^(?:contact:<id>:<id>)$`. */
function keySchema(type: EventType, examples: readonly EventExample[]) {
  const templates = keyTemplates(type);
  const patterns = new Set(templates.map((template) => template.replaceAll(/<\w+>/g, ID)));
  return {
    type: 'string',
    description: `UTF-8 text: ${templates.map((template) => `\`${template}\``).join(' or ')}.`,
    pattern: `^(?:${[...patterns].join('|')})$`,
    examples: [...new Set(examples.map(({ key }) => key))],
  };
}
