import { expect, test } from 'vitest';
import { z } from 'zod';
import { boundedInstantsOf, redactionOf } from './derived-schema.ts';
import { dropped, futureInstant, id, instant, jsonText, line, listOf, record } from './field-rules.ts';
import { locationMeta } from './meta.ts';

const event = (fields: z.core.$ZodShape) => z.strictObject({ meta: locationMeta, ...fields });

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
