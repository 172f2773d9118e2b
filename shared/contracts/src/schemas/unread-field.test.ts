import avro, { type Schema } from 'avsc';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparableSchema, unreadField } from './unread-field.ts';

const record = (fields: readonly object[], more: object = {}) => ({ type: 'record', name: 'a.R', fields, ...more });
const field = (type: unknown, more: object = {}) => record([{ name: 'x', type, ...more }]);
const told = (reader: unknown, writer: unknown) => unreadField(comparableSchema(reader), comparableSchema(writer));

describe('what a reader does not read is told by its field', () => {
  const items = (type: unknown) =>
    field({ type: 'array', items: { type: 'record', name: 'I', fields: [{ name: 'n', type }] } });
  test.each([
    [field('string'), record([]), 'x: is not written, and has no default'],
    [field('string'), field('int'), 'x: cannot read "int" as "string"'],
    [field('string'), field(['null', 'string']), 'x: cannot read "null" as "string"'],
    [field(['null', 'int']), field(['null', 'long']), 'x: cannot read "long" as ["null","int"]'],
    [items('int'), items('string'), 'x[].n: cannot read "string" as "int"'],
    [field({ type: 'record', name: 'I', fields: [] }), field('string'), 'x: cannot read "string" as "record"'],
    [record([], { name: 'b.R' }), record([]), 'the schema: no alias found for a.R'],
    [
      field({ type: 'enum', name: 'E', symbols: ['A'] }),
      field({ type: 'enum', name: 'E', symbols: ['A', 'B'] }),
      'x: cannot read "a.E" as "a.E"',
    ],
    [
      field({ type: 'fixed', name: 'F', size: 2 }),
      field({ type: 'fixed', name: 'F', size: 3 }),
      'x: cannot read "a.F" as "a.F"',
    ],
  ])('%#', (reader, writer, message) => {
    expect(told(reader, writer)).toBe(message);
  });
});

/** Two generations of a small record, close enough to each other that about half of the pairs can be read. */
const leaf = fc.constantFrom('null', 'int', 'long', 'float', 'double', 'string', 'bytes', 'boolean');
const enumeration = fc
  .subarray(['A', 'B', 'C'], { minLength: 1 })
  .map((symbols) => ({ type: 'enum', name: 'E', symbols }));
const union = fc.uniqueArray(leaf, { minLength: 1, maxLength: 3 });
const nested = fc.record({
  type: fc.constant('record'),
  name: fc.constantFrom('N', 'N', 'M'),
  fields: fc.uniqueArray(fc.record({ name: fc.constantFrom('p', 'q'), type: leaf }), { selector: ({ name }) => name }),
});
const anyType = fc.oneof(
  leaf,
  leaf,
  union,
  enumeration,
  nested,
  leaf.map((items) => ({ type: 'array', items })),
);
const defaults: Readonly<Record<string, unknown>> = {
  null: null,
  int: 1,
  long: 1,
  float: 1,
  double: 1,
  string: '',
  boolean: true,
};
const anyField = fc
  .record({ name: fc.constantFrom('x', 'y', 'z'), type: anyType, wanted: fc.boolean() })
  .map(({ name, type, wanted }) => {
    const fallback = typeof type === 'string' ? defaults[type] : undefined;
    return { name, type, ...(wanted && fallback !== undefined && { default: fallback }) };
  });
const anyRecord = fc
  .uniqueArray(anyField, { selector: ({ name }) => name, maxLength: 3 })
  // A name is defined once in a schema.
  .filter((fields) => new Set(fields.map(({ type }) => JSON.stringify(type))).size === fields.length)
  .filter((fields) => (JSON.stringify(fields).match(/"name":"(N|M|E)"/g) ?? []).length < 2)
  .map((fields) => record(fields));

function decoderReads(reader: object, writer: object): boolean {
  const [read, written] = [reader, writer].map((schema) => avro.Type.forSchema(schema as Schema));
  try {
    read?.createResolver(written as avro.Type);
    return true;
  } catch {
    return false;
  }
}

test('no field is unread exactly where the decoder reads it', () => {
  const seen = { readable: 0, unreadable: 0 };
  fc.assert(
    fc.property(anyRecord, anyRecord, (reader, writer) => {
      const reads = decoderReads(reader, writer);
      seen[reads ? 'readable' : 'unreadable'] += 1;
      expect(told(reader, writer) === null).toBe(reads);
    }),
    { numRuns: 600 },
  );
  expect(Math.min(seen.readable, seen.unreadable)).toBeGreaterThan(20);
});
