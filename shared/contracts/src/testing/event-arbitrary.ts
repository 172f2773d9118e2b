import fc from 'fast-check';
import { definitionOf, type EventOf, type EventType } from '../event-types.ts';
import * as fields from '../field-rules.ts';
import {
  MAX_FACTOR_RATE,
  MAX_INSTANT_MS,
  MAX_MONEY_CENTS,
  MAX_PERCENT,
  MAX_QUOTA,
  MIN_FACTOR_RATE,
  MIN_INSTANT_MS,
} from '../limits.ts';
import { partsOf } from '../schema-parts.ts';
import { type ArbitraryRules, schemaArbitrary } from './schema-arbitrary.ts';

/** Every instant but `occurredAt` lies before it, so that the generator needs no knowledge of single fields. */
const LATEST_FIELD_INSTANT = Date.UTC(2026, 0, 1);

const text = (maxLength: number) => fc.string({ maxLength: Math.min(maxLength, 60), unit: 'binary' });
const idText = (maxLength: number) =>
  fc.oneof(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._~@-]{0,20}$/), fc.constantFrom('a', 'z'.repeat(maxLength)));
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

const blocks = new Map<unknown, fc.Arbitrary<unknown>>([
  [fields.locationId, idText(64)],
  [fields.id, idText(128)],
  [fields.eventId, fc.uuid()],
  [fields.tokenHash, hex(64)],
  [fields.tokenHint, hex(4)],
  [fields.vocabulary, text(64)],
  [fields.line, text(320)],
  [fields.prose, text(4_000)],
  [fields.timeZone, fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu')],
  [fields.jsonText, fc.json()],
  [fields.instant, fc.integer({ min: MIN_INSTANT_MS, max: LATEST_FIELD_INSTANT })],
  [fields.cents, fc.integer({ min: 0, max: MAX_MONEY_CENTS })],
  [fields.count, fc.integer({ min: 0, max: 2 ** 31 - 1 })],
  [fields.percent, fc.double({ min: 0, max: MAX_PERCENT, noNaN: true })],
  [fields.factorRate, fc.double({ min: MIN_FACTOR_RATE, max: MAX_FACTOR_RATE, noNaN: true })],
  [fields.quota, fc.integer({ min: 1, max: MAX_QUOTA })],
  [fields.version, fc.maxSafeNat()],
  [fields.reportBytes, fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))],
]);

const rules: ArbitraryRules = {
  blocks,
  optional: (value) => fc.option(value, { nil: null }),
  listOf: (item) => fc.array(item, { maxLength: 4 }),
  /** The few fields with a rule of their own on top of a building block. */
  other(schema, name) {
    if (name === 'epoch') return fc.nat({ max: 2 ** 31 - 1 });
    if (name === 'source') return fc.string({ minLength: 1, maxLength: 64 });
    if (name === 'windowLimit') return fc.integer({ min: 1, max: MAX_QUOTA });
    return partsOf(schema).type === 'number' ? fc.double({ noNaN: true, noDefaultInfinity: true }) : undefined;
  },
};

type Loose = {
  meta: { occurredAt: number; deleted: boolean; locationId: string | null; companyId: string | null };
  companyId?: string | null;
  locationId?: string | null;
  reach?: string | null;
} & Record<string, unknown>;

/** Makes the fields agree where rules look at several of them. */
function agree(type: EventType, event: Loose): Loose {
  if (typeof event.companyId === 'string' && event.meta.companyId !== null) event.meta.companyId = event.companyId;
  if (type === 'CredentialChanged') {
    if (event.reach === 'location') {
      event.locationId ??= 'l';
      event.meta.locationId = event.locationId;
    } else {
      event.companyId ??= event.meta.companyId ?? 'c';
      event.meta.locationId = null;
      event.locationId = null;
    }
  }
  if (!definitionOf(type).schema.safeParse(event).success) event.meta.deleted = true;
  return event;
}

/** Events of one type, as varied as its schema allows. */
export function eventArbitrary<T extends EventType>(type: T): fc.Arbitrary<EventOf<T>> {
  const occurredAt = fc.integer({ min: LATEST_FIELD_INSTANT, max: MAX_INSTANT_MS });
  return fc.tuple(schemaArbitrary(definitionOf(type).schema, type, rules), occurredAt).map(([value, at]) => {
    const event = value as Loose;
    event.meta.occurredAt = at;
    return agree(type, event) as unknown as EventOf<T>;
  });
}
