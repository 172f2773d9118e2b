import type { AvroSchema } from '../definition/avro-schema.ts';
import { fillDefaults } from '../event-defaults.ts';
import { eventTypes, isEventType } from '../event-types.ts';
import type { Publishable } from './publisher.ts';
import { isTraceparent } from '../wire/trace-context.ts';
import { checkEvent, type EventIssue } from '../validation.ts';

/**
 * One line of NDJSON as people and scripts write it:
 * `{"type":"ContactChanged","meta":{…},"contactId":"c1","firstName":"Ann"}`, optionally with `"traceparent"`.
 * Instants are milliseconds or ISO-8601 with a zone, `report` is a string that holds the JSON text, and what has a
 * default may be left out.
 */
export function readEventLine(
  line: string,
): { readonly publishable: Publishable } | { readonly issues: readonly EventIssue[] } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return refused('json', '', 'must be one JSON object');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused('json', '', 'must be one JSON object');
  }
  const { type, traceparent, ...fields } = value as Record<string, unknown>;
  if (!isEventType(type)) return refused('unknown_type', 'type', `must be one of ${eventTypes.join(', ')}`);
  if (traceparent !== undefined && !isTraceparent(traceparent)) {
    return refused('traceparent', 'traceparent', 'must be a W3C trace context');
  }
  const checked = checkEvent(type, fillDefaults(type, fields, fromJson));
  if ('issues' in checked) return checked;
  return { publishable: { type, event: checked.event, ...(traceparent ? { traceparent } : {}) } as Publishable };
}

function refused(code: string, field: string, rule: string) {
  return { issues: [{ code, field, rule }] };
}

function fromJson(schema: AvroSchema, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (schema === 'bytes') return Buffer.from(value);
  const isInstant = typeof schema === 'object' && 'logicalType' in schema && schema.logicalType === 'timestamp-millis';
  return isInstant ? instantOf(value) : value;
}

const ISO_INSTANT = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** The milliseconds of an ISO-8601 instant; any other text is returned as it is, for validation to refuse. */
function instantOf(text: string): number | string {
  const [, year, month, day] = ISO_INSTANT.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return text;
  // JavaScript reads 30 February as 1 March.
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const milliseconds = Number(day) > lastDay ? Number.NaN : Date.parse(text);
  return Number.isNaN(milliseconds) ? text : milliseconds;
}
