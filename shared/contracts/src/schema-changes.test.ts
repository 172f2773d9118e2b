import { describe, expect, it } from 'vitest';
import type { AvroField, AvroRecord } from './avro-schema.ts';
import { schemaChanges, typeText } from './schema-changes.ts';
import { schemaVersions } from './schema-versions.ts';

const record = (...fields: AvroField[]): AvroRecord => ({ type: 'record', name: 'R', namespace: 'n', fields });
const texts = (before: AvroRecord, after: AvroRecord) => schemaChanges(before, after).map(({ text }) => text);
const nested = (...fields: AvroField[]): AvroField => ({
  name: 'items',
  type: ['null', { type: 'array', items: { type: 'record', name: 'Item', fields } }],
  default: null,
});

describe('what changed between two schemas', () => {
  it('is nothing for the same schema', () => {
    const schema = record({ name: 'a', type: 'string' }, nested({ name: 'b', type: 'int' }));
    expect(schemaChanges(schema, structuredClone(schema))).toEqual([]);
  });

  it('is said by field, also within the items of a list', () => {
    const before = record({ name: 'a', type: 'int', default: 0 }, nested({ name: 'gone', type: 'string' }));
    const after = record(
      { name: 'a', type: 'long', default: 1, doc: 'More.' },
      nested({ name: 'b', type: ['null', { type: 'long', logicalType: 'timestamp-millis' }], default: null }),
      { name: 'c', type: 'string' },
    );
    expect(texts(before, after)).toEqual([
      '`a` was int and is long.',
      'The default of `a` was `0` and is `1`.',
      '`a` is described in other words.',
      '`items[].b` was added: timestamp-millis or null.',
      '`c` was added: string, without a default.',
      '`items[].gone` was removed.',
    ]);
  });

  it('names what the second version of a location has', () => {
    const [first, second] = schemaVersions('LocationChanged');
    if (first === undefined || second === undefined) throw new TypeError('two versions are expected');
    expect(texts(first.schema, second.schema)).toContain('`postalCode` was added: string or null.');
  });
});

it('a type is named by what it holds', () => {
  expect(typeText(['null', { type: 'array', items: 'string' }])).toBe('list of string or null');
  expect(typeText(['string', 'int'])).toBe('string or int');
  expect(typeText({ type: { type: 'string' } })).toBe('string');
});
