import { describe, expect, it } from 'vitest';
import { avroTypeOf } from './avro-type.ts';
import { eventTypes } from './event-types.ts';
import { schemaVersions } from './schema-versions.ts';

describe.each(eventTypes)('the versions of %s', (type) => {
  const versions = schemaVersions(type);

  it('are numbered from 1 without a gap', () => {
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1));
    expect(versions.length).toBeGreaterThan(0);
  });

  it('read what each earlier one wrote, as the registry demands of them (BACKWARD_TRANSITIVE)', () => {
    const types = versions.map(({ schema }) => avroTypeOf(schema));
    for (const [index, reader] of types.entries()) {
      for (const writer of types.slice(0, index + 1)) expect(() => reader.createResolver(writer)).not.toThrow();
    }
  });
});

it('there are none of an event that was never published', () => {
  expect(schemaVersions('ContactChanged', '/no/such/folder')).toEqual([]);
});
