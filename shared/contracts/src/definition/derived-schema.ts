import type { EventShape } from '@fundlens/redaction/event-shape';
import type { z } from 'zod';
import type { AvroField, AvroSchema } from './avro-schema.ts';
import { eitherMeta } from './meta.ts';
import { type FieldTraits, partsOf, type RedactionClass, traitsOf } from './schema-parts.ts';

/** The Avro fields of an event, in the order of its schema. */
export function avroFieldsOf(event: z.ZodType): AvroField[] {
  return avroFields(fieldsOf(event));
}

/** `meta` is the same on every wire: where an event belongs to a company alone, our reading is narrower. */
export function fieldsOf(event: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return { ...partsOf(event).shape, meta: eitherMeta };
}

function avroFields(shape: Readonly<Record<string, z.ZodType>>): AvroField[] {
  return Object.entries(shape).map(([name, schema]) => avroField(name, schema));
}

function avroField(name: string, schema: z.ZodType): AvroField {
  const inner = withoutNull(schema);
  const doc = schema.description ?? traitsOf(inner).doc ?? wordsOf(inner);
  return {
    name,
    type: avroType(schema),
    ...(doc !== undefined && { doc }),
    ...defaultOf(schema),
  };
}

export function avroType(schema: z.ZodType): AvroSchema {
  const { logicalType, record } = traitsOf(schema);
  if (logicalType !== undefined) return { type: 'long', logicalType };
  const { type, shape, innerType, element } = partsOf(schema);
  if (innerType !== undefined) return ['null', avroType(innerType)];
  if (element !== undefined) return { type: 'array', items: avroType(element) };
  if (shape !== undefined) return { type: 'record', ...named(record), fields: avroFields(shape) };
  switch (type) {
    case 'string':
    case 'enum':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'custom':
      return 'bytes';
    case 'number':
      return numberType(schema as z.ZodNumber);
    default:
      throw new TypeError(`no Avro type is known for a field of type ${type}`);
  }
}

function named(record: FieldTraits['record']): NonNullable<FieldTraits['record']> {
  if (record === undefined) throw new TypeError('a nested record needs a name: make it with `record`');
  return record;
}

function numberType({ format }: z.ZodNumber): AvroSchema {
  if (format === 'int32') return 'int';
  return format === 'safeint' ? 'long' : 'double';
}

/** What the field reads as where a record lacks it; nothing for a field that every record has. */
export function defaultOf(schema: z.ZodType): { readonly default?: unknown } {
  const { fallback } = traitsOf(schema);
  if (fallback !== undefined) return { default: fallback };
  const { innerType, element } = partsOf(schema);
  if (innerType !== undefined) return { default: null };
  return element === undefined ? {} : { default: [] };
}

/** A closed vocabulary as a sentence: `open, won or lost.` */
function wordsOf(schema: z.ZodType): string | undefined {
  const { entries } = partsOf(schema);
  if (entries === undefined) return undefined;
  const words = Object.values(entries);
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`;
}

function withoutNull(schema: z.ZodType): z.ZodType {
  return partsOf(schema).innerType ?? schema;
}

/** How the redactor reads each field: by the class of its building block. A closed vocabulary is opaque. */
export function redactionOf(event: z.ZodType): EventShape {
  const leaves = Object.entries(fieldsOf(event)).flatMap(([name, schema]) => leavesOf(name, schema));
  const ofClass = (wanted: RedactionClass) =>
    leaves.filter(({ schema }) => redactionClassOf(schema) === wanted).map(({ path }) => path);
  return {
    identityPaths: ofClass('identity'),
    opaquePaths: ofClass('opaque'),
    jsonBytesPaths: ofClass('jsonBytes'),
    jsonTextPaths: ofClass('jsonText'),
    droppedPaths: ofClass('dropped'),
  };
}

/** How the redactor reads the field; nothing for free text and for what is no text. */
export function redactionClassOf(schema: z.ZodType): RedactionClass | undefined {
  const inner = withoutNull(schema);
  const stated = traitsOf(schema).redaction ?? traitsOf(inner).redaction;
  return stated ?? (partsOf(inner).entries === undefined ? undefined : 'opaque');
}

/** Where the rule about instants looks: `field`, or `list[].field`. */
const INSTANT_PATH = /^\w+(\[\]\.\w+)?$/;

/**
 * The instants that must not lie ahead of their event.
 * @throws TypeError for an instant that is nested so deep that the rule would not see it.
 */
export function boundedInstantsOf(event: z.ZodType): string[] {
  const paths = Object.entries(partsOf(event).shape ?? {})
    .filter(([name]) => name !== 'meta')
    .flatMap(([name, schema]) => leavesOf(name, schema))
    .filter(({ schema }) => isBoundedInstant(withoutNull(schema)))
    .map(({ path }) => path);
  for (const path of paths) if (!INSTANT_PATH.test(path)) throw new TypeError(`no rule looks at the instant ${path}`);
  return paths;
}

function isBoundedInstant(schema: z.ZodType): boolean {
  const { logicalType, future = false } = traitsOf(schema);
  return logicalType === 'timestamp-millis' && !future;
}

type Leaf = { readonly path: string; readonly schema: z.ZodType };

/** Everything that holds no further fields, with its path: dots for fields, `[]` for the items of a list. */
function leavesOf(path: string, schema: z.ZodType): Leaf[] {
  const { shape, element, innerType } = partsOf(schema);
  if (shape !== undefined) return Object.entries(shape).flatMap(([name, inner]) => leavesOf(`${path}.${name}`, inner));
  if (element !== undefined) return leavesOf(`${path}[]`, element);
  const holdsFields = innerType !== undefined && (partsOf(innerType).shape ?? partsOf(innerType).element) !== undefined;
  return holdsFields ? leavesOf(path, innerType) : [{ path, schema }];
}
