import { expect, test } from 'vitest';
import { definitionOf } from '../event-types.ts';
import { topicNames } from '../wire/topic-names.ts';
import { checkSchema } from './schema-check.ts';

const { avro } = definitionOf('LocationChanged');

const check = (schema: unknown) => checkSchema(schema, { topics: topicNames(), registry: null });

const withField = (field: object) => ({ ...avro, fields: [...avro.fields, field] });

test('a new field with a default is compatible, and the projector is said not to read it', async () => {
  const found = await check(withField({ name: 'motto', type: ['null', 'string'], default: null }));
  expect(found).toMatchObject({
    fullName: 'fundlens.crm.LocationChanged',
    refusals: [],
    notes: ['motto: is not a field of the contract; the projector does not read it'],
  });
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
