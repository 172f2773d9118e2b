import { expect, test } from 'vitest';
import { isEventType } from './event-types.ts';
import { firstEventTypes, firstSchemaCodec, firstSchemaRecords } from './testing/first-schemas.ts';

const codec = firstSchemaCodec();

/** A member that the first schema did not have: nothing was said. */
const UNSAID: unknown[] = [null, false, 0];
const isUnsaid = (value: unknown) => UNSAID.includes(value) || (Array.isArray(value) && value.length === 0);

/** What of `now` was not there before, anywhere inside. */
function addedTo(before: unknown, now: unknown): unknown[] {
  if (before instanceof Uint8Array || typeof before !== 'object' || before === null) return [];
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(now as object).flatMap(([name, value]) =>
    old.has(name) ? addedTo(old.get(name), value) : [value],
  );
}

test.each(firstSchemaRecords)('$type as the first schema wrote it decodes to what it said then', async (record) => {
  const { type, event } = await codec.decode(record);
  const texts = Object.entries(event).map(([name, value]): [string, unknown] => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  ]);
  const now = Object.fromEntries(texts);
  expect(type).toBe(record.type);
  expect(now).toMatchObject(record.event);
  expect(addedTo(record.event, now).filter((value) => !isUnsaid(value))).toEqual([]);
});

test('every event type that there was at first is still one', () => {
  expect(firstEventTypes).toHaveLength(12);
  expect(firstEventTypes.filter((type) => !isEventType(type))).toEqual([]);
});
