import type { z } from 'zod';
import * as fields from '../definition/field-rules.ts';
import { partsOf, traitsOf } from '../definition/schema-parts.ts';
import { forBlock } from './building-blocks.ts';
import { withDefaults } from '../event-defaults.ts';
import { definitionOf, type EventOf, type EventType } from '../event-types.ts';

export const SAMPLE_OCCURRED_AT = Date.UTC(2026, 0, 15, 12);
const LOCATION = 'loc-1';

const blocks = new Map<unknown, unknown>([
  [fields.locationId, LOCATION],
  [fields.eventId, '0e3a77c0-0000-4000-8000-000000000001'],
  [fields.tokenHash, 'ab'.repeat(32)],
  [fields.tokenHint, 'wxyz'],
  [fields.timeZone, 'America/Chicago'],
  [fields.jsonText, '"monthly"'],
  [fields.dropped, null],
  [fields.cents, 2_500_000],
  [fields.percent, 24.99],
  [fields.factorRate, 1.25],
  [fields.quota, 600],
  [fields.version, 1],
  [fields.reportBytes, Buffer.from('{"CREDIT_RESPONSE":{}}')],
]);

/** A valid event of which every field says something. */
export function exampleEvent<T extends EventType>(type: T): EventOf<T> {
  return exampleOf('', definitionOf(type).schema) as EventOf<T>;
}

function exampleOf(name: string, schema: z.ZodType): unknown {
  const block = forBlock(blocks, schema);
  if (block !== undefined) return block;
  const { type, shape, innerType, element, entries } = partsOf(schema);
  if (innerType !== undefined) return exampleOf(name, innerType);
  if (element !== undefined) return [exampleOf(name.replace(/s$/, ''), element)];
  if (entries !== undefined) return Object.values(entries)[0];
  if (shape !== undefined) {
    return Object.fromEntries(Object.entries(shape).map(([inner, field]) => [inner, exampleOf(inner, field)]));
  }
  const { logicalType, redaction, fallback } = traitsOf(schema);
  if (logicalType !== undefined) return SAMPLE_OCCURRED_AT;
  if (type === 'number') return fallback ?? 12;
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return redaction === 'identity' ? `${name.replace(/Id$/, '')}-1` : words;
}

/** What an event needs beside what is required of every live one of its type. */
const besides: { readonly [T in EventType]?: readonly string[] } = { CredentialChanged: ['locationId'] };

/** The least that an event of the type needs: its ids, `contact-1` for `contactId`, and what is required of a live one. */
export function sampleEvent<T extends EventType>(type: T): EventOf<T> {
  const { avro, schema, required } = definitionOf(type);
  const kept = new Set([...required, ...(besides[type] ?? [])]);
  for (const { name, default: fallback } of avro.fields) if (fallback === undefined) kept.add(name);
  const said = Object.entries(exampleEvent(type)).filter(([name]) => kept.has(name));
  const { meta, ...others } = Object.fromEntries(said) as { meta: object };
  const isOfCompany =
    partsOf(partsOf(schema).shape?.meta ?? schema).shape?.locationId?.safeParse('l').success === false;
  const least = { ...meta, companyId: null, source: 'sample', ...(isOfCompany && { locationId: null }) };
  return withDefaults(type, { meta: least, ...others } as never);
}
