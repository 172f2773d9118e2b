import { emptied } from './deletions.ts';
import { arbitraryEvent } from './event-arbitraries.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { avroTypeOf } from '@fundlens/contracts/wire/avro-type';
import { createCodec } from '@fundlens/contracts/wire/codec';
import { withDefaults } from '@fundlens/contracts/event-defaults';
import { definitionOf, eventTypes } from '@fundlens/contracts/event-types';
import { schemaVersions } from '@fundlens/contracts/schemas/schema-versions';
import { memoryRegistry } from '@fundlens/contracts/testing/memory-registry';
import { topicNames } from '@fundlens/contracts/wire/topic-names';
import { validEvent } from '@fundlens/contracts/validation';

const topics = topicNames();

describe.each(eventTypes)('%s', (type) => {
  const definition = definitionOf(type);

  test('can evolve: what is not an identity has a default', () => {
    const identities = new Set(['meta', ...definition.redaction.identityPaths]);
    const rigid = definition.avro.fields.filter((field) => field.default === undefined && !identities.has(field.name));
    expect(rigid).toEqual([]);
  });

  test('comes back from the wire as it was sent, whatever zod accepts', async () => {
    const codec = createCodec({ registry: memoryRegistry(), topics, clock: () => 0 });
    await fc.assert(
      fc.asyncProperty(arbitraryEvent(type), async (live) => {
        for (const { event } of [live, emptied(live)]) {
          expect(validEvent(type, event)).toEqual(event);
          const { topic, key, value } = await codec.encode(type, event);
          const decoded = await codec.decode({ topic, key: Buffer.from(key), value });
          expect(decoded).toEqual({ type, event });
        }
      }),
      { numRuns: 50 },
    );
  });

  test('is read from every version of its schema as what a publisher with that version says', async () => {
    for (const { version, schema } of schemaVersions(type)) {
      const registry = memoryRegistry();
      const header = Buffer.alloc(5);
      header.writeUInt32BE(registry.add(schema), 1);
      const codec = createCodec({ registry, topics, clock: () => 0 });
      const written = avroTypeOf(schema);
      await fc.assert(
        fc.asyncProperty(arbitraryEvent(type), async ({ event }) => {
          const record = written.toBuffer(event);
          const said = withDefaults(type, written.fromBuffer(record));
          const { stream, keyOf } = definition;
          const [topic, key] = [topics[stream], Buffer.from(keyOf(event))];
          const decoded = await codec.decode({ topic, key, value: Buffer.concat([header, record]) });
          expect(decoded, `version ${version}`).toEqual({ type, event: said });
        }),
        { numRuns: 20 },
      );
    }
  });
});
