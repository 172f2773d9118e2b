import { expect, test } from 'vitest';
import { comparableSchema, unreadField } from './unread-field.ts';

const record = (fields: readonly object[], more: object = {}) => ({ type: 'record', name: 'a.R', fields, ...more });
const field = (type: unknown, more: object = {}) => record([{ name: 'x', type, ...more }]);
const enumOf = (...symbols: readonly string[]) => ({ type: 'enum', name: 'E', symbols });

const items = (type: unknown) =>
  field({ type: 'array', items: { type: 'record', name: 'I', fields: [{ name: 'n', type }] } });

test.each([
  [field('string'), field('string'), null],
  [field('string'), record([]), 'x: is not written, and has no default'],
  [field('string'), field('int'), 'x: cannot read "int" as "string"'],
  [field('string'), field(['null', 'string']), 'x: cannot read "null" as "string"'],
  [field(['null', 'int']), field(['null', 'long']), 'x: cannot read "long" as ["null","int"]'],
  [items('int'), items('string'), 'x[].n: cannot read "string" as "int"'],
  [field({ type: 'record', name: 'I', fields: [] }), field('string'), 'x: cannot read "string" as "record"'],
  [record([], { name: 'b.R' }), record([]), 'the schema: no alias found for a.R'],
  [field(enumOf('A')), field(enumOf('A', 'B')), 'x: cannot read "a.E" as "a.E"'],
])('what a reader does not read is told by its field: %#', (reader, writer, message) => {
  expect(unreadField(comparableSchema(reader), comparableSchema(writer))).toBe(message);
});
