import type { z } from 'zod';
import { withDefaults } from '../event-defaults.ts';
import { definitionOf, type EventOf, type EventType } from '../event-types.ts';
import * as fields from '../definition/field-rules.ts';
import { forBlock, partsOf } from '../definition/schema-parts.ts';

export const SAMPLE_OCCURRED_AT = Date.UTC(2026, 0, 15, 12);
const SAMPLE_LOCATION = 'loc-1';

const meta = {
  eventId: '0e3a77c0-0000-4000-8000-000000000001',
  occurredAt: SAMPLE_OCCURRED_AT,
  version: 1,
  source: 'sample',
} as const;

const blocks = new Map<unknown, unknown>([
  [fields.tokenHash, 'ab'.repeat(32)],
  [fields.instant, SAMPLE_OCCURRED_AT],
  [fields.reportBytes, Buffer.from('{"CREDIT_RESPONSE":{}}')],
]);

/** What an event needs beside what is required of every live one of its type. */
const besides: { readonly [T in EventType]?: Partial<EventOf<T>> } = {
  CredentialChanged: { locationId: SAMPLE_LOCATION },
};

/** The least that an event of the type needs: its ids, `contact-1` for `contactId`, and what is required of a live one. */
export function sampleEvent<T extends EventType>(type: T): EventOf<T> {
  const { avro, schema, required } = definitionOf(type);
  const { shape = {} } = partsOf(schema);
  const values = avro.fields
    .filter(({ name, default: fallback }) => name !== 'meta' && (fallback === undefined || required.includes(name)))
    .map(({ name }) => [name, sampleValue(name, shape[name] ?? fields.line)]);
  const locationId = isOfCompany(shape.meta) ? null : SAMPLE_LOCATION;
  const input = { meta: { ...meta, locationId }, ...Object.fromEntries(values), ...besides[type] };
  return withDefaults(type, input as never);
}

function sampleValue(name: string, schema: z.ZodType): unknown {
  const { innerType, entries } = partsOf(schema);
  if (innerType !== undefined) return sampleValue(name, innerType);
  if (entries !== undefined) return Object.values(entries)[0];
  return forBlock(blocks, schema) ?? `${name.replace(/Id$/, '')}-1`;
}

function isOfCompany(schema: z.ZodType | undefined): boolean {
  const { locationId } = (schema && partsOf(schema).shape) ?? {};
  return locationId !== undefined && !locationId.safeParse(SAMPLE_LOCATION).success;
}
