import { expect, test } from 'vitest';
import { z } from 'zod';
import { avroFieldsOf, boundedInstantsOf, redactionOf } from './derived-schema.ts';
import { dropped, futureInstant, id, instant, jsonText, line, listOf, quota, record } from './field-rules.ts';
import { locationMeta } from './meta.ts';

const event = (fields: z.core.$ZodShape) => z.strictObject({ meta: locationMeta, ...fields });

test('a field has the type, the default and the words of its building block, or its own words', () => {
  const [, ...fields] = avroFieldsOf(
    event({
      state: z.enum(['open', 'won', 'lost']).nullable(),
      limit: quota.min(1).nullable().describe('Requests per day.'),
      items: listOf(record('Item', { itemId: id, dueAt: futureInstant.nullable() })),
    }),
  );
  const item = [
    { name: 'itemId', type: 'string' },
    {
      name: 'dueAt',
      type: ['null', { type: 'long', logicalType: 'timestamp-millis' }],
      doc: 'May lie in the future.',
      default: null,
    },
  ];
  expect(fields).toEqual([
    { name: 'state', type: ['null', 'string'], doc: 'open, won or lost.', default: null },
    { name: 'limit', type: ['null', 'long'], doc: 'Requests per day.', default: null },
    { name: 'items', type: { type: 'array', items: { type: 'record', name: 'Item', fields: item } }, default: [] },
  ]);
});

test('the redactor reads a field by its building block, however it is wrapped, and text by default', () => {
  const fields = event({
    ownId: id.describe('Its own.'),
    otherId: id.refine(() => true).nullable(),
    kind: z.enum(['a', 'b']).nullable(),
    ssn: dropped,
    note: line.nullable(),
    values: listOf(record('Value', { valueId: id, json: jsonText.nullable() })),
  });
  expect(redactionOf(fields)).toEqual({
    identityPaths: ['meta.locationId', 'meta.companyId', 'ownId', 'otherId', 'values[].valueId'],
    opaquePaths: ['meta.eventId', 'kind'],
    jsonBytesPaths: [],
    jsonTextPaths: ['values[].json'],
    droppedPaths: ['ssn'],
  });
});

test('every instant is bounded but those that speak of the future; one that no rule sees is refused', () => {
  const inner = { at: instant.nullable(), dueAt: futureInstant.nullable() };
  expect(boundedInstantsOf(event({ at: instant.nullable(), items: listOf(record('Item', inner)) }))).toEqual([
    'at',
    'items[].at',
  ]);
  expect(() => boundedInstantsOf(event({ item: record('Item', inner).nullable() }))).toThrow('item.at');
});

test('what has no type on the wire, or no name, is refused', () => {
  expect(() => avroFieldsOf(event({ at: z.date() }))).toThrow('no Avro type');
  expect(() => avroFieldsOf(event({ item: z.strictObject({ id }) }))).toThrow('needs a name');
});
