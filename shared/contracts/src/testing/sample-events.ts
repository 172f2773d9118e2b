import { partsOf } from '../definition/schema-parts.ts';
import { withDefaults } from '../event-defaults.ts';
import { definitionOf, type EventOf, type EventType } from '../event-types.ts';
import { EXAMPLE_OCCURRED_AT, exampleEvent } from '../reference/event-example.ts';

export const SAMPLE_OCCURRED_AT = EXAMPLE_OCCURRED_AT;

/** What an event needs beside what is required of every live one of its type. */
const besides: { readonly [T in EventType]?: readonly string[] } = { CredentialChanged: ['locationId'] };

/** The least that an event of the type needs: its ids, `contact-1` for `contactId`, and what is required of a live one. */
export function sampleEvent<T extends EventType>(type: T): EventOf<T> {
  const { avro, schema, required } = definitionOf(type);
  const kept = new Set([...required, ...(besides[type] ?? [])]);
  for (const { name, default: fallback } of avro.fields) if (fallback === undefined) kept.add(name);
  const said = Object.entries(exampleEvent(type)).filter(([name]) => kept.has(name));
  const { meta, ...fields } = Object.fromEntries(said) as { meta: object };
  const isOfCompany =
    partsOf(partsOf(schema).shape?.meta ?? schema).shape?.locationId?.safeParse('l').success === false;
  const least = { ...meta, companyId: null, source: 'sample', ...(isOfCompany && { locationId: null }) };
  return withDefaults(type, { meta: least, ...fields } as never);
}
