import type { z } from 'zod';
import { type AvroSchema, isUnion } from '../definition/avro-schema.ts';
import { avroType, defaultOf, fieldsOf, redactionClassOf } from '../definition/derived-schema.ts';
import { entityKey } from '../definition/event-definition.ts';
import { MAX_ITEMS, MAX_REPORT_BYTES } from '../definition/limits.ts';
import { partsOf, traitsOf } from '../definition/schema-parts.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import { subjectOf, topicNames } from '../wire/topic-names.ts';

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

export type ContractReference = ReturnType<typeof contractReference>;
export type EventReference = ReturnType<typeof eventReference>;

/** The contract as its definitions state it: everything that the page about events shows. */
export function contractReference() {
  return {
    /** The fields of `meta`, which are the same for every event. */
    meta: fieldReferences('ContactChanged').filter(({ path }) => path.startsWith('meta.')),
    events: eventTypes.map(eventReference),
  };
}

function eventReference(type: EventType) {
  const { stream, fullName, avro, remarks } = definitionOf(type);
  const topic = topicNames()[stream];
  return {
    type,
    fullName,
    topic,
    /** Its name in the schema registry. */
    subject: subjectOf(topic, fullName),
    doc: avro.doc ?? '',
    remarks,
    /** With the names of ids in the place of ids. */
    keys: keyTemplates(type),
    fields: fieldReferences(type).filter(({ path }) => !/^meta\b/.test(path)),
    /** What publishers register and write by. */
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
function fieldReferences(type: EventType): FieldReference[] {
  const { schema, required } = definitionOf(type);
  const inside = (prefix: string, shape: Readonly<Record<string, z.ZodType>>): FieldReference[] =>
    Object.entries(shape).flatMap(([name, field]) => {
      const path = prefix + name;
      const isAlways = path === 'meta.locationId' || !('default' in defaultOf(field));
      const text = typeText(avroType(field));
      const own: FieldReference = {
        path,
        type: text,
        required: isAlways ? 'always' : required.includes(path) ? 'unless deleted' : '',
        redaction: redactionText(field, text),
        rule: ruleOf(field),
      };
      const inner = partsOf(field).innerType ?? field;
      const { element, shape: members = element && partsOf(element).shape } = partsOf(inner);
      return members === undefined ? [own] : [own, ...inside(`${path}${element ? '[]' : ''}.`, members)];
    });
  return inside('', fieldsOf(schema));
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
function redactionText(schema: z.ZodType, type: string): string {
  const named = redactionClassOf(partsOf(schema).element ?? schema);
  if (named !== undefined) return CLASS_NAMES[named];
  return /^(list of )?string\b/.test(type) ? 'free text' : '';
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
