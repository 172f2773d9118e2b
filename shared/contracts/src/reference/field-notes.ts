import type { z } from 'zod';
import type { AvroField } from '../definition/avro-schema.ts';
import { entityKey } from '../definition/event-definition.ts';
import { definitionOf, type EventType } from '../event-types.ts';
import * as fields from '../definition/field-rules.ts';
import * as limits from '../definition/limits.ts';
import { forBlock, partsOf } from '../definition/schema-parts.ts';

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

/** The rule of a field in few words: its bound, its vocabulary, its form. */
export function noteOf(schema: z.ZodType): string {
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

/** When an event must have the field; empty for one that may always be left out. */
export function needed(type: EventType, { name, default: fallback }: AvroField): string {
  if (fallback === undefined) return 'always';
  return definitionOf(type).required.includes(name) ? 'unless deleted' : '';
}

/** The schema's own words, where they say more than the rule. */
export function sentence(note: string, { doc }: Pick<AvroField, 'doc'>): string {
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
export function readingAt(type: EventType, path: string): string {
  const { redaction } = definitionOf(type);
  const named = (Object.keys(READINGS) as (keyof typeof READINGS)[]).filter((name) => redaction[name].includes(path));
  return named.map((name) => READINGS[name]).join(', ');
}

/** The keys of an event with the names of ids in the place of ids. An event of either scope has two. */
export function keyTemplates(type: EventType): string[] {
  const { entityOf, schema } = definitionOf(type);
  const { shape: { locationId } = {} } = partsOf(partsOf(schema).shape?.meta ?? schema);
  const scopes =
    locationId?.isNullable() && locationId.safeParse('l').success ? ['<locationId>', null] : ['<locationId>'];
  return scopes.map((scope) => {
    const named = new Proxy({}, { get: (_, name) => (name === 'meta' ? { locationId: scope } : `<${String(name)}>`) });
    return entityKey(entityOf(named as never));
  });
}
