import type { z } from 'zod';
import type { AvroComplex, AvroField, AvroRecord, AvroSchema } from '../definition/avro-schema.ts';
import { redactionClassOf } from '../definition/derived-schema.ts';
import { entityKey } from '../definition/event-definition.ts';
import { MAX_ITEMS, MAX_REPORT_BYTES } from '../definition/limits.ts';
import { partsOf, traitsOf } from '../definition/schema-parts.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import { subjectOf, topicNames } from '../wire/topic-names.ts';
import { exampleEvent, exampleLine } from './event-example.ts';

/** What a page about one field says. */
export type FieldReference = {
  /** Dots for fields, `[]` for the items of a list. */
  readonly path: string;
  /** As Avro has it: `string or null`, `list of Stage`. */
  readonly type: string;
  /** `always`, `unless deleted`, or empty for what may be left out. */
  readonly required: string;
  /** How the redactor reads it; empty for what is no text. */
  readonly redaction: string;
  /** One or two sentences; backticks around what is literal. */
  readonly rule: string;
};

export type EventReference = {
  readonly type: EventType;
  readonly fullName: string;
  readonly topic: string;
  /** Its name in the schema registry. */
  readonly subject: string;
  readonly doc: string;
  readonly remarks: string;
  /** With the names of ids in the place of ids. */
  readonly keys: readonly string[];
  readonly fields: readonly FieldReference[];
  /** One that says something in every field, as a line of NDJSON. */
  readonly example: { readonly key: string; readonly line: Readonly<Record<string, unknown>> };
  /** What publishers register and write by. */
  readonly schema: AvroRecord;
};

/** Everything that the page about events shows. */
export type ContractReference = {
  /** The fields of `meta`, which are the same for every event. */
  readonly meta: readonly FieldReference[];
  readonly events: readonly EventReference[];
};

/** The contract as its definitions state it. */
export function contractReference(): ContractReference {
  return {
    meta: fieldsOf('ContactChanged').filter(({ path }) => path.startsWith('meta.')),
    events: eventTypes.map(eventReference),
  };
}

function eventReference(type: EventType): EventReference {
  const { stream, fullName, avro, remarks, keyOf } = definitionOf(type);
  const topic = topicNames()[stream];
  return {
    type,
    fullName,
    topic,
    subject: subjectOf(topic, fullName),
    doc: avro.doc ?? '',
    remarks,
    keys: keyTemplates(type),
    fields: fieldsOf(type).filter(({ path }) => !/^meta\b/.test(path)),
    example: { key: keyOf(exampleEvent(type)), line: exampleLine(type) },
    schema: avro,
  };
}

/** The keys of an event with the names of ids in the place of ids. An event of either scope has two. */
function keyTemplates(type: EventType): string[] {
  const { entity, ids, schema } = definitionOf(type);
  const { shape: { locationId } = {} } = partsOf(partsOf(schema).shape?.meta ?? schema);
  const scopes = [
    ...(locationId?.safeParse('l').success ? ['<locationId>'] : []),
    ...(locationId?.safeParse(null).success ? ['<companyId>'] : []),
  ];
  return scopes.map((scope) => entityKey({ entity, scope, ids: ids.map((id) => `<${id}>`) }));
}

/** Every field of the event with those inside, in the order of its schema. */
function fieldsOf(type: EventType): FieldReference[] {
  const { avro, schema, required } = definitionOf(type);
  const needed = (path: string, { default: fallback }: AvroField): string => {
    if (path === 'meta.locationId' || fallback === undefined) return 'always';
    return required.includes(path) ? 'unless deleted' : '';
  };

  const inside = (prefix: string, record: z.ZodType, avroFields: readonly AvroField[]): FieldReference[] => {
    const { shape = {} } = partsOf(record);
    return avroFields.flatMap((field) => {
      const path = `${prefix}${field.name}`;
      const own = shape[field.name];
      if (own === undefined) throw new TypeError(`${type} has no field ${path}`);
      const redaction = redactionText(own, field.type);
      const shown = { path, type: typeText(field.type), required: needed(path, field), redaction, rule: ruleOf(own) };
      return [shown, ...deeper(path, own, field.type)];
    });
  };

  const deeper = (path: string, field: z.ZodType, avroType: AvroSchema): FieldReference[] => {
    const { innerType, element } = partsOf(field);
    if (innerType !== undefined) return deeper(path, innerType, (avroType as readonly AvroSchema[])[1] ?? avroType);
    const { items = avroType, fields: avroFields } = avroType as AvroComplex;
    if (element !== undefined) return deeper(`${path}[]`, element, items);
    return avroFields === undefined ? [] : inside(`${path}.`, field, avroFields);
  };

  return inside('', schema, avro.fields);
}

const number = (value: number) => value.toLocaleString('en-US').replaceAll(',', ' ');

/** The bound of a field in few words, then what its schema says. */
function ruleOf(schema: z.ZodType): string {
  const inner = partsOf(schema).innerType ?? schema;
  const words = schema.description ?? traitsOf(inner).doc;
  return [boundOf(inner), words?.replace(/\.$/, '')].flatMap((part) => (part ? `${part}.` : [])).join(' ');
}

type Bounds = { readonly [bound in 'minValue' | 'maxValue' | 'maxLength']?: number | null };

function boundOf(schema: z.ZodType): string {
  const { type, element, entries, shape } = partsOf(schema);
  if (element !== undefined) return `list of at most ${MAX_ITEMS}; each: ${boundOf(element) || 'see below'}`;
  if (entries !== undefined) {
    const words = Object.values(entries).map((word) => `\`${word}\``);
    return words.join(', ');
  }
  if (shape !== undefined) return 'record, see below';
  if (traitsOf(schema).logicalType !== undefined) return 'instant';
  if (type === 'custom') return `at most ${number(MAX_REPORT_BYTES)} bytes`;
  const { minValue, maxValue, maxLength } = schema as Bounds;
  if (type === 'string') return typeof maxLength === 'number' ? `at most ${number(maxLength)} characters` : '';
  const isBounded = Number.isFinite(minValue) && Number.isFinite(maxValue);
  return type === 'number' && isBounded ? `${number(minValue ?? 0)} to ${number(maxValue ?? 0)}` : '';
}

const CLASS_NAMES = {
  identity: 'identity',
  opaque: 'opaque',
  jsonBytes: 'JSON bytes',
  jsonText: 'JSON text',
  dropped: 'dropped',
} as const;

/** Nothing for what is no text. */
function redactionText(schema: z.ZodType, avroType: AvroSchema): string {
  const named = redactionClassOf(partsOf(schema).element ?? schema);
  if (named !== undefined) return CLASS_NAMES[named];
  return /^(list of )?string\b/.test(typeText(avroType)) ? 'free text' : '';
}

/** The type as a reader of a table wants it: `string or null`, `list of BureauScore`. */
function typeText(schema: AvroSchema): string {
  if (typeof schema === 'string') return schema;
  if (isUnion(schema)) return schema.map(typeText).toSorted(nullLast).join(' or ');
  if (schema.items !== undefined) return `list of ${typeText(schema.items)}`;
  return schema.name ?? schema.logicalType ?? typeText(schema.type);
}

function nullLast(a: string, b: string): number {
  return Number(a === 'null') - Number(b === 'null');
}

function isUnion(schema: readonly AvroSchema[] | AvroComplex): schema is readonly AvroSchema[] {
  return Array.isArray(schema);
}
