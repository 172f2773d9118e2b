import { AvroSchemaParser } from '@asyncapi/avro-schema-parser';
import { Parser } from '@asyncapi/parser';
import { describe, expect, it } from 'vitest';
import { asyncapiDocument } from './asyncapi.ts';
import { definitionOf, eventTypes } from '../event-types.ts';
import { topicNames } from '../wire/topic-names.ts';

/** AsyncAPI 3.1 is out; generators and viewers still read 3.0. */
const KNOWN = 'asyncapi-latest-version';

type Message = {
  readonly payload: { readonly schema: object };
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
