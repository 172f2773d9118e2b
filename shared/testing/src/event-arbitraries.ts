import {
  definitionOf,
  type EventMeta,
  type EventOf,
  type EventType,
  eventTypes,
} from '@fundlens/contracts/event-types';
import * as contract from '@fundlens/contracts/definition/field-rules';
import { partsOf } from '@fundlens/contracts/definition/schema-parts';
import { forBlock } from '@fundlens/contracts/testing/building-blocks';
import fc from 'fast-check';
import type { z } from 'zod';
import { reportBytes, USUAL_INSTANT, USUAL_LOCATION } from './event-builders.ts';
import { identityNames, type Typed } from './event-identity.ts';

/**
 * Valid events of every type, over the whole range of what the contract allows but for length: short texts find the
 * same faults faster. Free text holds letters, marks and other planes but no long runs of digits, so that redaction
 * leaves it alone.
 */

const DAY_MS = 86_400_000;
/** Events occur within this span; no other instant lies more than a day ahead of the first of them. */
const LATEST_OCCURRED_MS = USUAL_INSTANT + 30 * DAY_MS;
const EARLIEST_MS = Date.UTC(1970, 0, 1);
const LATEST_MS = USUAL_INSTANT + DAY_MS;
const MAX_CENTS = 1_000_000_000_000;
const MAX_COUNT = 2_000;

const character = fc.constantFrom(...'abcXYZ 07-,."\\/\n\té€漢😀\u0000\u2028\u0301');
const text = fc.string({ unit: character, maxLength: 12 });
const word = fc.constantFrom('new', 'open', 'review', 'approved', 'declined', '', 'Zusätze', 'x'.repeat(64));
const amount = fc.oneof(fc.integer({ min: 0, max: 10_000_000 }), fc.constantFrom(0, MAX_CENTS));
const count = fc.integer({ min: 0, max: MAX_COUNT });
const instant = fc.oneof(
  fc.integer({ min: USUAL_INSTANT - 5, max: USUAL_INSTANT + 5 }),
  fc.integer({ min: EARLIEST_MS, max: LATEST_MS }),
);
const anyInstant = fc.integer({ min: EARLIEST_MS, max: LATEST_MS + 1_000 * DAY_MS });
const id = fc.constantFrom('a', 'b.2', 'C~3', 'constructor', 'hasOwnProperty', 'x'.repeat(128));
const ratio = fc.double({ noNaN: true, noDefaultInfinity: true, min: -10, max: 1_000 });
const timezone = fc.constantFrom('America/New_York', 'Europe/Berlin', 'UTC', 'Pacific/Auckland');
const customValue = fc.constantFrom(
  'null',
  '1.10',
  '"text"',
  '[1,2.50]',
  '{"b":1,"a":{"__proto__":0}}',
  ' "spaced" ',
  '1e400',
);

const score = fc.constantFrom('"+715"', '"0640"', '702', '9002', 'null');
/** JSON that decoding and encoding would change, in shapes with and without scores. */
const report = fc
  .record({ score, spelling: fc.constantFrom('1.10', '12345678901234567890', '1E400', '-0') })
  .map(({ score: stated, spelling }) =>
    reportBytes(`{"models":[{"score":${stated}}],\n "n":${spelling},"n":"twice","riskModel":{"score":${stated}}}`),
  );

/** By the building blocks of the contract. */
const blocks = new Map<unknown, fc.Arbitrary<unknown>>([
  [contract.id, id],
  [contract.vocabulary, word],
  [contract.line, text],
  [contract.prose, text],
  [contract.dropped, fc.constant(null)],
  [contract.timeZone, timezone],
  [contract.jsonText, customValue],
  [contract.instant, instant],
  [contract.futureInstant, anyInstant],
  [contract.cents, amount],
  [contract.count, count],
  [contract.percent, fc.constantFrom(0, 0.1, 24.99, 399.5)],
  [contract.factorRate, fc.constantFrom(1, 1.28, 1.499)],
  [contract.quota, count],
  [contract.reportBytes, report],
]);

/**
 * Values of a schema, field by field.
 * @throws TypeError for a schema that nothing here covers, so that a new building block gets its arbitrary.
 */
function drawnFrom(schema: z.ZodType, name: string): fc.Arbitrary<unknown> {
  const block = forBlock(blocks, schema);
  if (block !== undefined) return block;
  const { type, shape, innerType, element, entries } = partsOf(schema);
  if (shape !== undefined) {
    const fields = Object.entries(shape).map(([field, inner]) => [field, drawnFrom(inner, field)] as const);
    return fc.record(Object.fromEntries(fields));
  }
  if (innerType !== undefined) return fc.option(drawnFrom(innerType, name), { freq: 6 });
  if (element !== undefined) return fc.array(drawnFrom(element, name), { maxLength: 3 });
  if (entries !== undefined) return fc.constantFrom(...Object.values(entries));
  if (type === 'boolean') return fc.boolean();
  if (type === 'number') return ratio;
  throw new TypeError(`no arbitrary for ${name} of type ${type}`);
}

/** Fields whose values have to meet, or be of a grammar that their building block does not tell. */
const particular: { readonly [T in EventType]?: { readonly [K in keyof EventOf<T>]?: fc.Arbitrary<EventOf<T>[K]> } } = {
  ContactChanged: {
    email: fc.option(fc.constantFrom('Ada@Example.org', ' ada@example.org', '', 'ä@example.org'), { freq: 6 }),
    phone: fc.option(fc.constantFrom('+1 312 555 0142', '(312) 555-0142', '5550142', 'none', ''), { freq: 6 }),
    tags: fc.array(fc.oneof(word, text), { maxLength: 3 }),
  },
  // Few instants, so that companies often installed at the same one.
  InstallationChanged: { installedAt: fc.constantFrom(USUAL_INSTANT - 1, USUAL_INSTANT, USUAL_INSTANT + 1) },
  CredentialChanged: {
    tokenHash: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
    permissions: fc.constantFrom([], ['read'], ['read', 'credit_reports']),
    hint: fc.option(fc.constantFrom('wXyZ'), { freq: 6 }),
    windowLimit: fc.option(fc.integer({ min: 1, max: MAX_COUNT }), { freq: 6 }),
  },
};

/** Everything beside meta and identity, for every event type: what is required of a live event is there. */
export const arbitraryFields = Object.fromEntries(eventTypes.map((type) => [type, fieldsOf(type)])) as {
  readonly [T in EventType]: fc.Arbitrary<object>;
};

function fieldsOf(type: EventType): fc.Arbitrary<object> {
  const { schema, required } = definitionOf(type);
  const others = new Set(['meta', ...identityNames(type)]);
  const own: Readonly<Record<string, fc.Arbitrary<unknown>>> = particular[type] ?? {};
  const fields = Object.entries(partsOf(schema).shape ?? {}).filter(([name]) => !others.has(name));
  return fc.record(
    Object.fromEntries(
      fields.map(([name, field]) => {
        const { innerType } = partsOf(field);
        const live = required.includes(name) && innerType !== undefined ? innerType : field;
        return [name, own[name] ?? drawnFrom(live, name)];
      }),
    ),
  );
}

function identityOf(type: EventType): fc.Arbitrary<object> {
  if (type !== 'CredentialChanged') return fc.record(Object.fromEntries(identityNames(type).map((name) => [name, id])));
  return fc
    .record({ credentialId: id, companyId: id, reach: fc.constantFrom('location', 'agency') })
    .map((identity) => ({ ...identity, locationId: identity.reach === 'location' ? USUAL_LOCATION : null }));
}

/** The place in an entity's history, without scope. Versions reach the largest that the contract allows. */
export const arbitraryMeta: fc.Arbitrary<Omit<EventMeta, 'locationId' | 'deleted'>> = fc.record({
  eventId: fc.uuid(),
  occurredAt: fc.integer({ min: USUAL_INSTANT, max: LATEST_OCCURRED_MS }),
  epoch: fc.constantFrom(0, 1, 2 ** 31 - 1),
  version: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant(Number.MAX_SAFE_INTEGER)),
  companyId: fc.constant(null),
  source: fc.constantFrom('crm', 'funding-platform'),
});

/** A live event of one type. */
export function arbitraryEvent<T extends EventType>(type: T): fc.Arbitrary<Typed<T>> {
  return fc
    .record({ place: arbitraryMeta, identity: identityOf(type), fields: arbitraryFields[type] })
    .map(({ place, identity, fields }) => {
      const meta = { ...place, locationId: locationScope(type, identity), deleted: false };
      return { type, event: { meta, ...identity, ...fields } } as unknown as Typed<T>;
    });
}

/** Companies and agency credentials belong to no location; a location credential names its own. */
function locationScope(type: EventType, identity: object): string | null {
  if (type === 'CompanyChanged') return null;
  return 'locationId' in identity ? (identity.locationId as string | null) : USUAL_LOCATION;
}
