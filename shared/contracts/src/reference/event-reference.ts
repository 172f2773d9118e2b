import type { z } from 'zod';
import type { AvroComplex, AvroField, AvroRecord, AvroSchema } from '../definition/avro-schema.ts';
import { type EventExample, eventExamples } from './event-examples.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import { keyTemplates, needed, noteOf, readingAt, sentence } from './field-notes.ts';
import * as fields from '../definition/field-rules.ts';
import { partsOf } from '../definition/schema-parts.ts';
import { topicNames } from '../wire/topic-names.ts';

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
  readonly examples: readonly EventExample[];
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
  const topics = topicNames();
  return {
    meta: fieldsOf('ContactChanged').filter(({ path }) => path.startsWith('meta.')),
    events: eventTypes.map((type) => {
      const { stream, fullName, avro, remarks } = definitionOf(type);
      return {
        ...{ type, fullName, topic: topics[stream], subject: `${topics[stream]}-${fullName}` },
        ...{ doc: avro.doc ?? '', remarks, keys: keyTemplates(type) },
        fields: fieldsOf(type).filter(({ path }) => !/^meta\b/.test(path)),
        examples: eventExamples.get(type) ?? [],
        schema: avro,
      };
    }),
  };
}

/** Every field of the event with those inside, in the order of its schema. */
function fieldsOf(type: EventType): FieldReference[] {
  const { avro, schema } = definitionOf(type);
  return inside(type, { prefix: '', schema, fields: avro.fields });
}

type Level = { readonly prefix: string; readonly schema: z.ZodType; readonly fields: readonly AvroField[] };

function inside(type: EventType, { prefix, schema, fields: avroFields }: Level): FieldReference[] {
  const { shape = {} } = partsOf(schema);
  return avroFields.flatMap((field) => {
    const path = `${prefix}${field.name}`;
    const own = shape[field.name] ?? fields.line;
    const reference: FieldReference = {
      ...{ path, type: typeText(field.type), required: requiredAt(type, prefix, field) },
      ...{ redaction: redactionAt(type, path, field.type), rule: sentence(noteOf(own), field) },
    };
    return [reference, ...deeper(type, path, { schema: own, avro: field.type })];
  });
}

/** Within a list or an optional record nothing is required but what has no default. */
function requiredAt(type: EventType, prefix: string, field: AvroField): string {
  if (prefix === 'meta.' && field.name === 'locationId') return 'always';
  if (prefix === '') return needed(type, field);
  return field.default === undefined ? 'always' : '';
}

function deeper(
  type: EventType,
  path: string,
  { schema, avro }: { readonly schema: z.ZodType; readonly avro: AvroSchema },
): FieldReference[] {
  const { innerType, element } = partsOf(schema);
  if (innerType !== undefined) {
    return deeper(type, path, { schema: innerType, avro: (avro as readonly AvroSchema[])[1] ?? avro });
  }
  const { items = avro, fields: avroFields } = avro as AvroComplex;
  if (element !== undefined) return deeper(type, `${path}[]`, { schema: element, avro: items });
  return avroFields === undefined ? [] : inside(type, { prefix: `${path}.`, schema, fields: avroFields });
}

function redactionAt(type: EventType, path: string, schema: AvroSchema): string {
  const items = typeText(schema).startsWith('list of ') ? `${path}[]` : path;
  const named = readingAt(type, items);
  if (named !== '') return named;
  return /^(list of )?string\b/.test(typeText(schema)) ? 'free text' : '';
}

/** The type as a reader of a table wants it: `string or null`, `list of BureauScore`. */
function typeText(schema: AvroSchema): string {
  if (typeof schema === 'string') return schema;
  if (isUnion(schema)) {
    const branches = schema.filter((branch) => branch !== 'null').map(typeText);
    return branches.length === schema.length ? branches.join(' or ') : `${branches.join(' or ')} or null`;
  }
  if (schema.items !== undefined) return `list of ${typeText(schema.items)}`;
  return schema.name ?? schema.logicalType ?? typeText(schema.type);
}

function isUnion(schema: readonly AvroSchema[] | AvroComplex): schema is readonly AvroSchema[] {
  return Array.isArray(schema);
}
