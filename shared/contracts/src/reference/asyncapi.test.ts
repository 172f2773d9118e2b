import { AvroSchemaParser } from '@asyncapi/avro-schema-parser';
import { Parser } from '@asyncapi/parser';
import { describe, expect, it } from 'vitest';
import { asyncapiDocument } from './asyncapi.ts';
import { createCodec } from '../wire/codec.ts';
import { readEvent } from '../publishing/event-lines.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import { memoryRegistry } from '../testing/memory-registry.ts';
import { topicNames } from '../wire/topic-names.ts';

/** AsyncAPI 3.1 is out; generators and viewers still read 3.0. */
const KNOWN = 'asyncapi-latest-version';

type Message = {
  readonly examples: readonly { readonly payload: object }[];
  readonly payload: { readonly schema: object };
  readonly bindings: { readonly kafka: { readonly key: { readonly pattern: string; readonly examples: string[] } } };
};

type Channel = { readonly address: string; readonly messages: object };

/** As it is served. */
const document = JSON.parse(JSON.stringify(asyncapiDocument())) as {
  readonly channels: Record<string, Channel>;
  readonly components: { readonly messages: Record<string, Message> };
};

type Problem = {
  readonly code: string | number;
  readonly path: readonly (string | number)[];
  readonly message: string;
};

async function problemsOf(text: string): Promise<Problem[]> {
  const parser = new Parser({ schemaParsers: [AvroSchemaParser()] });
  return (await parser.validate(text)).filter(({ code }) => code !== KNOWN);
}

describe('the AsyncAPI document', () => {
  it('is one of which the reference parser says nothing: no error, no warning', async () => {
    const problems = await problemsOf(JSON.stringify(document));
    expect(problems.map(({ code, path, message }) => `${code} at ${path.join('/')}: ${message}`)).toEqual([]);
  });

  it('would be refused with a message that is not there', async () => {
    const broken = structuredClone(document);
    delete broken.components.messages.ContactChanged;
    expect(await problemsOf(JSON.stringify(broken))).not.toEqual([]);
  });

  it('refers to nothing outside itself, so that tools read it without a network', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g);
    for (const [, reference] of references) expect(reference).toMatch(/^#\//);
  });

  it('has every event on its topic, with the schema that is registered', () => {
    const { channels, components } = document;
    for (const type of eventTypes) {
      const { stream, avro } = definitionOf(type);
      const channel = channels[`${stream}Changes`];
      expect(channel?.address).toBe(topicNames()[stream]);
      expect(channel?.messages).toHaveProperty(type);
      expect(components.messages[type]?.payload.schema).toEqual(JSON.parse(JSON.stringify(avro)));
    }
    const listed = Object.values(channels).flatMap(({ messages }) => Object.keys(messages));
    expect(listed.toSorted()).toEqual([...eventTypes].toSorted());
  });
});

describe.each(Object.entries(document.components.messages))('the examples of %s', (name, message) => {
  const type = name as EventType;
  const { examples, bindings } = message;
  const codec = createCodec({ registry: memoryRegistry(), topics: topicNames(), clock: () => 0 });

  it.each(examples)('$name is an event that the publisher takes and the projector reads', async (example) => {
    const line = readEvent(JSON.stringify({ type, ...example.payload }));
    if ('issues' in line) throw new TypeError(JSON.stringify(line.issues));
    const { topic, key, value } = await codec.encode(type, line.publishable.event);
    const decoded = await codec.decode({ topic, key: Buffer.from(key), value });
    expect(decoded.event).toEqual(line.publishable.event);
    expect(key).toMatch(new RegExp(bindings.kafka.key.pattern));
    expect(bindings.kafka.key.examples).toContain(key);
  });
});
