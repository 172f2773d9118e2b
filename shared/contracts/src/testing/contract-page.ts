import type { z } from 'zod';
import type { AvroComplex, AvroField, AvroSchema } from '../avro-schema.ts';
import { entityKey } from '../event-definition.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import * as fields from '../field-rules.ts';
import * as limits from '../limits.ts';
import { forBlock, partsOf } from '../schema-parts.ts';
import { topicNames } from '../topics.ts';
import { sampleEvent } from '../sample-events.ts';

const topics = topicNames();
const number = (value: number) => value.toLocaleString('en-US').replaceAll(',', ' ');

const notes = new Map<unknown, string>([
  [fields.locationId, `id, at most ${limits.MAX_LOCATION_ID_LENGTH} characters`],
  [fields.id, `id, at most ${limits.MAX_ID_LENGTH} characters`],
  [fields.eventId, 'UUID'],
  [fields.tokenHash, '64 hexadecimal digits'],
  [fields.tokenHint, '1 to 4 characters'],
  [fields.vocabulary, `at most ${limits.MAX_VOCABULARY_LENGTH} characters`],
  [fields.line, `at most ${limits.MAX_LINE_LENGTH} characters`],
  [fields.prose, `at most ${number(limits.MAX_TEXT_LENGTH)} characters`],
  [fields.timeZone, 'IANA time zone'],
  [fields.jsonText, `JSON text, at most ${number(limits.MAX_CUSTOM_VALUE_LENGTH)} characters`],
  [fields.instant, 'instant'],
  [fields.cents, `integer cents, 0 to ${number(limits.MAX_MONEY_CENTS)}`],
  [fields.count, '0 to 2^31 - 1'],
  [fields.quota, `0 to ${number(limits.MAX_QUOTA)}`],
  [fields.version, '0 to 2^53 - 1'],
  [fields.reportBytes, `at most ${number(limits.MAX_REPORT_BYTES)} bytes`],
]);

type Bound = 'minValue' | 'maxValue' | 'minLength' | 'maxLength';

function noteOf(schema: z.ZodType): string {
  const known = forBlock(notes, schema);
  if (known !== undefined) return known;
  const { type, innerType, element, entries, shape } = partsOf(schema);
  if (innerType !== undefined) return noteOf(innerType);
  if (element !== undefined) return `list of at most ${limits.MAX_ITEMS}; each: ${noteOf(element)}`;
  if (entries !== undefined)
    return Object.values(entries)
      .map((value) => `\`${value}\``)
      .join(', ');
  if (shape !== undefined) return 'record, see below';
  const { minValue, maxValue, minLength, maxLength } = schema as { [bound in Bound]?: number | null };
  if (type === 'number' && Number.isFinite(minValue) && Number.isFinite(maxValue)) {
    return `${number(minValue ?? 0)} to ${number(maxValue ?? 0)}`;
  }
  return type === 'string' ? `${minLength ?? 0} to ${maxLength} characters` : type;
}

function needed(type: EventType, { name, default: fallback }: AvroField): string {
  if (fallback === undefined) return 'always';
  return definitionOf(type).required.includes(name) ? 'unless deleted' : '';
}

/** Padded as the formatter writes it, so that the page is stable under formatting; the first row is the header. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((_, column) => Math.max(3, ...[header, ...rows].map((row) => (row[column] ?? '').length)));
  const lines = [header, widths.map((width) => '-'.repeat(width)), ...rows];
  return lines.map((row) => `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`);
}

/** The schema's own words, where they say more than the rule. */
function sentence(note: string, { doc }: Pick<AvroField, 'doc'>): string {
  const words =
    doc === undefined || doc.startsWith(note) || note.startsWith('`') || /^Integer cents/.test(doc) ? '' : ` ${doc}`;
  return `${note}.${words}`;
}

const READINGS = {
  identityPaths: 'identity',
  opaquePaths: 'opaque',
  jsonBytesPaths: 'JSON bytes',
  jsonTextPaths: 'JSON text',
  droppedPaths: 'dropped',
} as const;

/** How the redactor reads the field at the path; nothing for free text and for what is no text. */
function readingAt(type: EventType, path: string): string {
  const { redaction } = definitionOf(type);
  const named = (Object.keys(READINGS) as (keyof typeof READINGS)[]).filter((name) => redaction[name].includes(path));
  return named.map((name) => READINGS[name]).join(', ');
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

/** A key with the names of ids in the place of ids. An event of either scope has two. */
function keyRows(type: EventType): string[][] {
  const { stream, fullName, entityOf, schema } = definitionOf(type);
  const { shape: { locationId } = {} } = partsOf(partsOf(schema).shape?.meta ?? schema);
  const scopes =
    locationId?.isNullable() && locationId.safeParse('l').success ? ['<locationId>', null] : ['<locationId>'];
  return scopes.map((scope) => {
    const named = new Proxy({}, { get: (_, name) => (name === 'meta' ? { locationId: scope } : `<${String(name)}>`) });
    return [`\`${topics[stream]}\``, `\`${fullName}\``, `\`${entityKey(entityOf(named as never))}\``];
  });
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
