import { emptied } from './deletions.ts';
import { arbitraryEvent } from './event-arbitraries.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createCodec } from '@fundlens/contracts/wire/codec';
import type { AvroField, AvroSchema } from '@fundlens/contracts/definition/avro-schema';
import { definitionOf, eventTypes } from '@fundlens/contracts/event-types';
import { instant, reportBytes } from '@fundlens/contracts/definition/field-rules';
import { partsOf } from '@fundlens/contracts/definition/schema-parts';
import { forBlock } from '@fundlens/contracts/testing/building-blocks';
import { memoryRegistry } from '@fundlens/contracts/testing/memory-registry';
import { topicNames } from '@fundlens/contracts/wire/topic-names';
import { checkEvent } from '@fundlens/contracts/validation';

const topics = topicNames();

/** A notation that both languages can be put into. */
type Shape = string | { readonly [field: string]: Shape } | readonly [Shape];

function avroShape(schema: AvroSchema): Shape {
  if (typeof schema === 'string') return schema === 'int' || schema === 'long' ? 'integer' : schema;
  if (Array.isArray(schema)) {
    const branches = (schema as readonly AvroSchema[]).filter((branch) => branch !== 'null');
    return { nullable: avroShape(branches[0] ?? 'null') };
  }
  const { type, fields, items, logicalType } = schema as { [K in string]: never } & {
    type: AvroSchema;
    fields?: readonly AvroField[];
    items?: AvroSchema;
    logicalType?: string;
  };
  if (fields !== undefined) return Object.fromEntries(fields.map((field) => [field.name, avroShape(field.type)]));
  if (items !== undefined) return [avroShape(items)];
  return logicalType === 'timestamp-millis' ? 'instant' : avroShape(type);
}

const blocks = new Map<unknown, Shape>([
  [instant, 'instant'],
  [reportBytes, 'bytes'],
]);

function zodShape(schema: z.ZodType): Shape {
  const known = forBlock(blocks, schema);
  if (known !== undefined) return known;
  const { type, shape, innerType, element } = partsOf(schema);
  if (shape !== undefined) {
    return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, zodShape(field)]));
  }
  if (innerType !== undefined) return { nullable: zodShape(innerType) };
  if (element !== undefined) return [zodShape(element)];
  if (type === 'number') return (schema as z.ZodNumber).format?.includes('int') ? 'integer' : 'double';
  return type === 'enum' ? 'string' : type;
}

/** A company has no location: our reading is narrower than the wire's, in this one field. */
function withoutScope(shape: Shape): Shape {
  const { meta, ...fields } = shape as { meta: { [field: string]: Shape } };
  const { locationId: _, ...rest } = meta;
  return { meta: rest, ...fields };
}

describe.each(eventTypes)('%s', (type) => {
  const definition = definitionOf(type);

  test('has the same fields, nullability and types in Avro and in zod', () => {
    expect(withoutScope(zodShape(definition.schema))).toEqual(withoutScope(avroShape(definition.avro)));
  });

  test('has the same meta as every other event', () => {
    expect(definition.avro.fields[0]).toEqual(definitionOf('LocationChanged').avro.fields[0]);
  });

  test('is named after its stream and type', () => {
    expect(`${definition.avro.namespace}.${definition.avro.name}`).toBe(definition.fullName);
    expect(definition.fullName).toBe(`fundlens.${definition.stream}.${type}`);
  });

  test('can evolve: what is not an identity has a default', () => {
    const identities = new Set(['meta', ...definition.redaction.identityPaths]);
    const rigid = definition.avro.fields.filter((field) => field.default === undefined && !identities.has(field.name));
    expect(rigid).toEqual([]);
  });

  test('names only fields that exist to the redactor', () => {
    const known = new Set(pathsOf(avroShape(definition.avro)));
    const named = Object.values(definition.redaction).flat();
    expect(named.filter((path) => !known.has(path))).toEqual([]);
  });

  test('comes back from the wire as it was sent, whatever zod accepts', async () => {
    const codec = createCodec({ registry: memoryRegistry(), topics, clock: () => 0 });
    await fc.assert(
      fc.asyncProperty(arbitraryEvent(type), async (live) => {
        for (const { event } of [live, emptied(live)]) {
          expect(checkEvent(type, event)).toEqual({ event });
          const { topic, key, value } = await codec.encode(type, event);
          const decoded = await codec.decode({ topic, key: Buffer.from(key), value });
          expect(plain(decoded)).toEqual(plain({ type, event }));
        }
      }),
      { numRuns: 50 },
    );
  });
});

/** A report as text: its bytes are of one class when they are sent, and of another when they are read. */
function plain({ type, event }: { readonly type: string; readonly event: object }): object {
  const report = 'report' in event && event.report instanceof Uint8Array ? String(Buffer.from(event.report)) : null;
  return { type, event: { ...event, report } };
}

function pathsOf(shape: Shape, path = ''): string[] {
  if (typeof shape === 'string') return [path];
  if (Array.isArray(shape)) return pathsOf(shape[0], `${path}[]`);
  return Object.entries(shape).flatMap(([name, inner]) => {
    if (name === 'nullable') return pathsOf(inner as Shape, path);
    return pathsOf(inner as Shape, path === '' ? name : `${path}.${name}`);
  });
}
