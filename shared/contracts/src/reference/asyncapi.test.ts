import { AvroSchemaParser } from '@asyncapi/avro-schema-parser';
import { Parser } from '@asyncapi/parser';
import { describe, expect, it } from 'vitest';
import { definitionOf, eventTypes } from '../event-types.ts';
import { topicNames } from '../wire/topic-names.ts';
import { asyncapiDocument } from './asyncapi.ts';

/** AsyncAPI 3.1 is out; generators and viewers still read 3.0. */
const KNOWN = 'asyncapi-latest-version';

/** As it is served. */
const document = JSON.parse(JSON.stringify(asyncapiDocument())) as ReturnType<typeof asyncapiDocument>;

async function problemsOf(text: string): Promise<string[]> {
  const parser = new Parser({ schemaParsers: [AvroSchemaParser()] });
  const problems = (await parser.validate(text)).filter(({ code }) => code !== KNOWN);
  return problems.map(({ code, path, message }) => `${code} at ${path.join('/')}: ${message}`);
}

describe('the AsyncAPI document', () => {
  it('is one of which the reference parser says nothing: no error, no warning', async () => {
    expect(await problemsOf(JSON.stringify(document))).toEqual([]);
  });

  it('has every event on its topic, with the schema that is registered', () => {
    const { channels, components } = document;
    for (const type of eventTypes) {
      const { stream, avro } = definitionOf(type);
      const channel = channels[`${stream}Changes`];
      expect(channel?.address).toBe(topicNames()[stream]);
      expect(channel?.messages).toHaveProperty(type);
      expect(components.messages[type]).toHaveProperty('payload.schema', JSON.parse(JSON.stringify(avro)));
    }
    const listed = Object.values(channels).flatMap(({ messages }) => Object.keys(messages));
    expect(listed.toSorted()).toEqual([...eventTypes].toSorted());
  });
});
