import type { z } from 'zod';
import * as fields from '../definition/field-rules.ts';
import { forBlock, partsOf, traitsOf } from '../definition/schema-parts.ts';
import { definitionOf, type EventOf, type EventType } from '../event-types.ts';

export const EXAMPLE_OCCURRED_AT = Date.UTC(2026, 0, 15, 12);
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
  if (logicalType !== undefined) return EXAMPLE_OCCURRED_AT;
  if (type === 'number') return fallback ?? 12;
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return redaction === 'identity' ? `${name.replace(/Id$/, '')}-1` : words;
}

/** The example as a line of NDJSON says it: a report is text, and what is null is left out. */
export function exampleLine(type: EventType): Readonly<Record<string, unknown>> {
  const said = Object.entries(exampleEvent(type)).filter(([, value]) => value !== null);
  return Object.fromEntries(
    said.map(([name, value]: [string, unknown]) => [name, Buffer.isBuffer(value) ? value.toString('utf8') : value]),
  );
}
