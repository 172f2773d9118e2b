import { expect, test } from 'vitest';
import { isEventType } from '../event-types.ts';
import { firstEventTypes, firstSchemaCodec, firstSchemaRecords, saidSince } from '../testing/first-schemas.ts';

const codec = firstSchemaCodec();

test.each(firstSchemaRecords)('$type as the first schema wrote it decodes to what it said then', async (record) => {
  const { type, event } = await codec.decode(record);
  const texts = Object.entries(event).map(([name, value]): [string, unknown] => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  ]);
  const now = Object.fromEntries(texts);
  expect(type).toBe(record.type);
  expect(now).toMatchObject(record.event);
  expect(saidSince(record.event, now)).toEqual([]);
});

test('every event type that there was at first is still one', () => {
  expect(firstEventTypes).toHaveLength(12);
  expect(firstEventTypes.filter((type) => !isEventType(type))).toEqual([]);
});
