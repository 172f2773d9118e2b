import { expect, test } from 'vitest';
import { avroTypeOf } from '../wire/avro-type.ts';
import { definitionOf, eventTypes } from '../event-types.ts';
import { topicNames } from '../wire/topic-names.ts';
import { checkSchema } from './schema-check.ts';
import { schemaVersions } from './schema-versions.ts';
import { comparableSchema, unreadField } from './unread-field.ts';

const { avro } = definitionOf('LocationChanged');
const versions = schemaVersions('LocationChanged');

function check(schema: unknown, refusal?: string | null) {
  const registry = refusal === undefined ? null : async () => refusal;
  return checkSchema(schema, { past: () => versions, topics: topicNames(), registry });
}

const failures = async (...given: Parameters<typeof check>) => (await check(...given)).refusals;

const withField = (field: object) => ({ ...avro, fields: [...avro.fields, field] });

test('the schema of this checkout is compatible with itself and all before it', async () => {
  const found = await check(avro);
  expect(found).toMatchObject({ fullName: 'fundlens.crm.LocationChanged', refusals: [], notes: [] });
});

test('a new field without a default cannot read what was written before', async () => {
  expect(await failures(withField({ name: 'motto', type: 'string' }))).toEqual(
    versions.map(
      ({ version }) => `it does not read version ${version} of the contract: motto: is not written, and has no default`,
    ),
  );
});

test('a new field with a default is compatible, and the projector is said not to read it', async () => {
  const found = await check(withField({ name: 'motto', type: ['null', 'string'], default: null }));
  expect(found).toMatchObject({
    refusals: [],
    notes: ['motto: is not a field of the contract; the projector does not read it'],
  });
});

test('a publisher whose field has another type is refused by the projector', async () => {
  const fields = avro.fields.map((field) => (field.name === 'name' ? { ...field, type: 'int', default: 0 } : field));
  expect(await failures({ ...avro, fields })).toContainEqual(
    expect.stringMatching(/^the projector of this checkout does not read it: name: cannot read "int" as .*$/),
  );
});

test('what only the registry refuses is incompatible too', async () => {
  expect(await failures(avro, null)).toEqual([]);
  expect(await failures(avro, 'the registry refuses it')).toEqual(['the registry refuses it']);
});

test.each([
  [
    { ...avro, namespace: 'elsewhere' },
    'must have one of the namespaces fundlens.crm, fundlens.funding, fundlens.access',
  ],
  ['string', 'is not a record'],
  [{ type: 'record', fields: [] }, 'is not a record'],
  [withField({ name: 'motto', type: 'Nothing' }), 'undefined type name'],
  [withField({ name: 'motto', type: 'int', default: 'none' }), 'is not one that Avro allows'],
])('what is no schema of an event is refused: %#', async (schema, message) => {
  await expect(check(schema)).rejects.toThrow(message);
});

test.each(eventTypes)('the projector reads every schema that publishers of %s were ever given', (type) => {
  const past = schemaVersions(type);
  expect(past.length).toBeGreaterThan(0);
  for (const { schema } of past) {
    expect(unreadField(comparableSchema(definitionOf(type).avro), comparableSchema(schema))).toBeNull();
    expect(() => avroTypeOf(definitionOf(type).avro).createResolver(avroTypeOf(schema))).not.toThrow();
  }
});
