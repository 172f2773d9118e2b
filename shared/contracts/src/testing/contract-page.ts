import type { z } from 'zod';
import type { AvroComplex, AvroField, AvroSchema } from '../avro-schema.ts';
import { keyTemplates, needed, noteOf, readingAt, sentence } from '../field-notes.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import * as fields from '../field-rules.ts';
import { partsOf } from '../schema-parts.ts';
import { topicNames } from '../topics.ts';
import { sampleEvent } from '../sample-events.ts';

const topics = topicNames();
/** Padded as the formatter writes it, so that the page is stable under formatting; the first row is the header. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((_, column) => Math.max(3, ...[header, ...rows].map((row) => (row[column] ?? '').length)));
  const lines = [header, widths.map((width) => '-'.repeat(width)), ...rows];
  return lines.map((row) => `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`);
}

function nestedTables(type: EventType, name: string, schema: z.ZodType, avro: AvroSchema): string[] {
  const { innerType, element, shape } = partsOf(schema);
  if (innerType !== undefined) return nestedTables(type, name, innerType, (avro as readonly AvroSchema[])[1] ?? avro);
  const { items = avro, fields: avroFields = [] } = avro as AvroComplex;
  if (element !== undefined) return nestedTables(type, `${name}[]`, element, items);
  const inner = avroFields.map((field) => ({ field, schema: shape?.[field.name] ?? fields.line }));
  if (inner.length === 0) return [];
  const rows = inner.map(({ field, schema: of }) => [
    `\`${field.name}\``,
    readingAt(type, `${name}.${field.name}`),
    sentence(noteOf(of), field),
  ]);
  const deeper = inner.flatMap(({ field, schema: of }) => nestedTables(type, `${name}.${field.name}`, of, field.type));
  return ['', ...table([`\`${name}\``, 'redaction', 'rule'], rows), ...deeper];
}

function section(type: EventType): string[] {
  const { avro, stream, fullName, keyOf, schema, remarks } = definitionOf(type);
  const { shape = {} } = partsOf(schema);
  const own = avro.fields.filter(({ name }) => name !== 'meta');
  const rows = own.map((field) => {
    const inner = shape[field.name];
    const note = inner === undefined ? '' : noteOf(inner);
    return [`\`${field.name}\``, needed(type, field), readingAt(type, field.name), sentence(note, field)];
  });
  return [
    `## ${type}`,
    '',
    `${avro.doc ?? ''} Topic \`${topics[stream]}\`, record \`${fullName}\`, key for example \`${keyOf(sampleEvent(type))}\`.`,
    '',
    ...(remarks === '' ? [] : [remarks, '']),
    ...table(['field', 'required', 'redaction', 'rule'], rows),
    ...own.flatMap(({ name, type: avroType }) => nestedTables(type, name, shape[name] ?? fields.line, avroType)),
    '',
  ];
}

function metaRows(): string[][] {
  const [meta] = definitionOf('ContactChanged').avro.fields;
  const { fields: metaFields = [] } = (meta?.type ?? {}) as { fields?: readonly AvroField[] };
  const { shape = {} } = partsOf(definitionOf('ContactChanged').schema);
  const inner = shape.meta === undefined ? {} : (partsOf(shape.meta).shape ?? {});
  return metaFields.map(({ name, doc, default: fallback }) => {
    const schema = inner[name];
    const note = schema === undefined ? '' : noteOf(schema);
    return [
      `\`${name}\``,
      fallback === undefined || name === 'locationId' ? 'always' : '',
      readingAt('ContactChanged', `meta.${name}`),
      sentence(note, doc === undefined ? {} : { doc }),
    ];
  });
}

function keyRows(type: EventType): string[][] {
  const { stream, fullName } = definitionOf(type);
  return keyTemplates(type).map((template) => [`\`${topics[stream]}\``, `\`${fullName}\``, `\`${template}\``]);
}

/** The page of all events, made from the definitions themselves, so that it cannot say anything else than the code does. */
export function contractPage(): string {
  return [
    '# Events, field by field',
    '',
    'Made from the schemas by `npm run generate`.',
    'The README beside this page says how records are written and what the rules mean. Column `redaction`: an identity is never',
    'rewritten, and one that reads as a Social Security number makes the event invalid; an opaque value is left alone; JSON is',
    'redacted as JSON; a dropped field is removed. Every other text is free text and is redacted as such.',
    '',
    '## Topics and keys',
    '',
    ...table(['topic', 'event (Avro record)', 'key'], eventTypes.flatMap(keyRows)),
    '',
    'An event with two keys has the second where it belongs to a company alone: a credential of reach `agency`.',
    '',
    '## meta',
    '',
    'The first field of every event. `locationId` is null for a company and for a credential of agency reach, nowhere else.',
    '',
    ...table(['field', 'required', 'redaction', 'rule'], metaRows()),
    '',
    ...eventTypes.flatMap(section),
  ].join('\n');
}
