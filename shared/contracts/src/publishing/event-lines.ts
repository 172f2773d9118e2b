import { TextDecoder } from 'node:util';
import type { AvroSchema } from '../definition/avro-schema.ts';
import { MAX_REPORT_BYTES } from '../definition/limits.ts';
import { fillDefaults } from '../event-defaults.ts';
import { eventTypes, isEventType } from '../event-types.ts';
import type { EventIssue } from '../validation.ts';
import type { Publishable } from './publisher.ts';

/** One line of the input: an event that no rule has seen yet, or why it is none. */
export type EventLine = { readonly number: number; readonly bytes: number } & Read;
type Read = { readonly publishable: Publishable } | { readonly issues: readonly EventIssue[] };

const NEWLINE = 0x0a;
/** A report whose every byte is written as a JSON escape of six characters, and its other fields. */
const MAX_LINE_BYTES = 7 * MAX_REPORT_BYTES;

/** One JSON object a line, as `readEvent` has it; empty lines count and are passed over. Memory is bounded by the longest line. */
export async function* eventLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<EventLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parts: Buffer[] = [];
  let [bytes, number] = [0, 0];

  const keep = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > MAX_LINE_BYTES) parts = [];
    else parts.push(part);
  };
  const take = (): EventLine | null => {
    const line = { number: ++number, bytes };
    const text = bytes > MAX_LINE_BYTES ? null : decoded(decoder, Buffer.concat(parts));
    [parts, bytes] = [[], 0];
    if (line.bytes > MAX_LINE_BYTES) return { ...line, ...refused(`must be at most ${MAX_LINE_BYTES} bytes`) };
    if (text === null) return { ...line, ...refused('must be UTF-8') };
    return text.trim() === '' ? null : { ...line, ...readEvent(text) };
  };

  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      const line = take();
      if (line !== null) yield line;
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  const last = bytes > 0 ? take() : null;
  if (last !== null) yield last;
}

function decoded(decoder: TextDecoder, bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * One line of NDJSON as people and scripts write it:
 * `{"type":"ContactChanged","meta":{…},"contactId":"c1","firstName":"Ann"}`, optionally with `"traceparent"`.
 * Instants are milliseconds or ISO-8601 with a zone, `report` is a string that holds the JSON text, and what has a
 * default may be left out. Encoding checks the rules.
 */
export function readEvent(line: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return refused('must be one JSON object');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused('must be one JSON object');
  const { type, traceparent, ...fields } = value as Record<string, unknown>;
  if (!isEventType(type)) return refused(`must be one of ${eventTypes.join(', ')}`, 'type');
  const event = fillDefaults(type, fields, fromJson);
  return { publishable: { type, event, ...(traceparent !== undefined && { traceparent }) } as Publishable };
}

function refused(rule: string, field = ''): Read {
  return { issues: [{ code: 'undecodable', field, rule }] };
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
