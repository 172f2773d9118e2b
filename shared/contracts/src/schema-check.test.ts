import { expect, test } from 'vitest';
import { avroTypeOf } from './avro-type.ts';
import { definitionOf, eventTypes } from './event-types.ts';
import { parseSchema } from './parsed-schema.ts';
import { differencesOf } from './schema-differences.ts';
import { topicNames } from './topic-names.ts';
import { checkSchema } from './schema-check.ts';
import type { Subject } from './registered-schemas.ts';
import { schemaVersions } from './schema-versions.ts';

const { avro } = definitionOf('LocationChanged');
const versions = schemaVersions('LocationChanged');

function check(schema: unknown, subject?: Partial<Subject>) {
  const full = { level: 'BACKWARD_TRANSITIVE', versions: [], accepts: true, ...subject };
  const registered = { subject: async () => full };
  return checkSchema(schema, {
    past: () => versions,
    topics: topicNames(),
    registered: subject === undefined ? null : registered,
  });
}

const failures = async (...given: Parameters<typeof check>) =>
  (await check(...given)).comparisons.flatMap(({ against, differences }) =>
    differences.map(({ field, rule }) => `${against}: ${field}: ${rule}`),
  );

const withField = (field: object) => ({ ...avro, fields: [...avro.fields, field] });

test('the schema of this checkout is compatible with itself and all before it', async () => {
  const found = await check(avro);
  expect(found).toMatchObject({ fullName: 'fundlens.crm.LocationChanged', isCompatible: true, notes: [] });
  expect(found.comparisons).toHaveLength(1 + versions.length);
});

test('a new field without a default cannot read what was written before', async () => {
  expect(await failures(withField({ name: 'motto', type: 'string' }))).toEqual(
    versions.map(({ version }) => `it reads version ${version} of the contract: motto: field_without_default`),
  );
});

test('a new field with a default is compatible, and the projector is said not to read it', async () => {
  const found = await check(withField({ name: 'motto', type: ['null', 'string'], default: null }));
  expect(found).toMatchObject({
    isCompatible: true,
    notes: ['motto: is not a field of the contract; the projector does not read it'],
  });
});

test('a publisher whose field has another type is refused by the projector', async () => {
  const fields = avro.fields.map((field) => (field.name === 'name' ? { ...field, type: 'int', default: 0 } : field));
  expect(await failures({ ...avro, fields })).toContain('the projector of this checkout reads it: name: type');
});

test('a registry is asked for every version, in both directions where its level says so', async () => {
  const older = { ...avro, fields: avro.fields.filter(({ name }) => name !== 'email') };
  const newer = withField({ name: 'motto', type: 'string' });
  const registered = [older, newer].map((schema, index) => ({ version: index + 1, schema }));
  expect(await failures(avro, { versions: registered })).toEqual([]);
  expect(await failures(avro, { versions: registered, level: 'FULL_TRANSITIVE' })).toEqual([
    'version 2 of crm.changes.v1-fundlens.crm.LocationChanged reads it (FULL_TRANSITIVE): motto: field_without_default',
  ]);
});

test('what only the registry refuses is incompatible too, and another level is noted', async () => {
  const found = await check(avro, { accepts: false, level: 'FORWARD' });
  expect(found.isCompatible).toBe(false);
  expect(found.notes).toEqual([
    'the registry keeps crm.changes.v1-fundlens.crm.LocationChanged at FORWARD; the contract needs BACKWARD_TRANSITIVE',
  ]);
});

test.each([
  [
    { ...avro, namespace: 'elsewhere' },
    'must have one of the namespaces fundlens.crm, fundlens.funding, fundlens.access',
  ],
  ['string', 'is not a record'],
  [withField({ name: 'motto', type: 'int', default: 'none' }), 'has a default or a name that Avro does not allow'],
])('what is no schema of an event is refused: %#', async (schema, message) => {
  await expect(check(schema)).rejects.toThrow(message);
});

test.each(eventTypes)('the projector reads every schema that publishers of %s were ever given', (type) => {
  const past = schemaVersions(type);
  expect(past.length).toBeGreaterThan(0);
  for (const { schema } of past) {
    expect(differencesOf(parseSchema(definitionOf(type).avro), parseSchema(schema))).toEqual([]);
    expect(() => avroTypeOf(definitionOf(type).avro).createResolver(avroTypeOf(schema))).not.toThrow();
  }
});
