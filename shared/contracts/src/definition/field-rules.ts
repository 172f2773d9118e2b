import { z } from 'zod';
import { fieldTraits } from './schema-parts.ts';
import * as limits from './limits.ts';
import { isTimeZone } from './time-zone.ts';

/**
 * The building blocks of every event schema: each brings its bound, its type on the wire and how the redactor reads it.
 * Without a class, a string is free text. A message states the rule and never the value, because it ends up in
 * logs, dead letters and terminals.
 */
export const ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._~@-]*$/;

export const rules = {
  id: 'must start with a letter or digit and contain only letters, digits and . _ ~ @ -',
  eventId: 'must be a UUID',
  tokenHash: 'must be 64 hexadecimal digits (SHA-256 of the whole token)',
  hint: 'must be the last 1 to 4 characters of the token',
  wellFormed: 'must be well-formed Unicode (no lone surrogates)',
  json: 'must be JSON text',
  timeZone: 'must be an IANA time zone',
  bytes: 'must be bytes, in NDJSON a string that holds the JSON text',
  reportSize: `must be at most ${limits.MAX_REPORT_BYTES} bytes`,
  instant: 'must be an instant from the years 0001 to 9999: milliseconds, or in NDJSON ISO-8601 with a zone',
  instantAhead: 'must not be more than 24 hours after meta.occurredAt',
  required: 'is required unless meta.deleted',
  agreeLocation: 'must equal meta.locationId',
  agreeCompany: 'must equal meta.companyId',
  locationScope: 'is required for a credential of location reach',
  companyScope: 'is required for a credential that belongs to no location',
  noLocationScope: 'must be null: the entity belongs to a company, not to a location',
} as const;

/** Reason codes of rules that deserve their own; everything else is `validation_failed`. */
export const ruleCodes: ReadonlyMap<string, string> = new Map<string, string>([
  [rules.id, 'id_pattern'],
  [rules.reportSize, 'report_too_large'],
  [rules.instantAhead, 'instant_ahead'],
  [rules.agreeLocation, 'meta_mismatch'],
  [rules.agreeCompany, 'meta_mismatch'],
]);

const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed(), { error: rules.wellFormed });

const idOf = (max: number) =>
  z.string().min(1).max(max).regex(ID_PATTERN, { error: rules.id }).register(fieldTraits, { redaction: 'identity' });
export const locationId = idOf(limits.MAX_LOCATION_ID_LENGTH);
export const id = idOf(limits.MAX_ID_LENGTH);

export const eventId = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, { error: rules.eventId })
  .overwrite((value) => value.toLowerCase())
  .register(fieldTraits, { redaction: 'opaque' });
export const tokenHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, { error: rules.tokenHash })
  .overwrite((value) => value.toLowerCase())
  .register(fieldTraits, { redaction: 'opaque' });
export const tokenHint = z
  .string()
  .regex(/^[A-Za-z0-9_.~+/=-]{1,4}$/, { error: rules.hint })
  .register(fieldTraits, { redaction: 'opaque' });

export const vocabulary = text(limits.MAX_VOCABULARY_LENGTH);
export const line = text(limits.MAX_LINE_LENGTH);
export const prose = text(limits.MAX_TEXT_LENGTH);
/** Accepted, because upstreams send it, and removed from the event before anything is stored. */
export const dropped = line
  .nullable()
  .describe('Accepted and dropped before anything is stored.')
  .register(fieldTraits, { redaction: 'dropped' });
export const timeZone = z
  .string()
  .max(limits.MAX_VOCABULARY_LENGTH)
  .refine(isTimeZone, { error: rules.timeZone })
  .register(fieldTraits, { redaction: 'opaque', doc: 'IANA time zone.' });
export const jsonText = text(limits.MAX_CUSTOM_VALUE_LENGTH)
  .refine(isJson, { error: rules.json })
  .register(fieldTraits, { redaction: 'jsonText' });

/** Milliseconds since 1970-01-01T00:00:00Z. */
export const instant = z
  .int({ error: rules.instant })
  .min(limits.MIN_INSTANT_MS, { error: rules.instant })
  .max(limits.MAX_INSTANT_MS, { error: rules.instant })
  .register(fieldTraits, { logicalType: 'timestamp-millis' });
/** Every other instant is at most a day ahead of `meta.occurredAt`. */
export const futureInstant = instant.clone().register(fieldTraits, { doc: 'May lie in the future.', future: true });
export const cents = z.int().min(0).max(limits.MAX_MONEY_CENTS).register(fieldTraits, { doc: 'Integer cents.' });
export const count = z.int32().min(0);
export const percent = z.number().min(0).max(limits.MAX_PERCENT).register(fieldTraits, { doc: 'Percent.' });
export const factorRate = z.number().min(limits.MIN_FACTOR_RATE).max(limits.MAX_FACTOR_RATE);
export const quota = z.int().min(0).max(limits.MAX_QUOTA);
/** Exact up to 2^53 - 1: versions are compared, so a rounded one would be a wrong one. */
export const version = z.int().min(0);

/** UTF-8 JSON exactly as stored upstream. Whether it is JSON is for the redactor, which reads it token by token. */
export const reportBytes = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, { error: rules.bytes })
  .refine((value) => value.byteLength <= limits.MAX_REPORT_BYTES, { error: rules.reportSize })
  // A view: Avro writes Buffers only.
  .overwrite((value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength))
  .register(fieldTraits, { redaction: 'jsonBytes' });

/** A nested record; `name` is its name on the wire. */
export const record = <Shape extends z.core.$ZodShape>(name: string, shape: Shape) =>
  z.strictObject(shape).register(fieldTraits, { record: { name } });

export const listOf = <T extends z.ZodType>(item: T) => z.array(item).max(limits.MAX_ITEMS);

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
