import { BSON } from 'mongodb';
import { expect, test } from 'vitest';
import { documentKey, slotsOf, storedSlots, tenantFields } from './document.ts';
import { makeSlot } from './slot.ts';

const version = { epoch: 0, version: Number.MAX_SAFE_INTEGER, occurredAt: 1, eventId: 'a' };

test('slots come back from the store as they were, under names that objects could not carry', () => {
  const slots = new Map([
    ['report:constructor', makeSlot(version, { pulledAt: 1.5, none: null, list: ['😀', ''] })],
    ['report:a.b', makeSlot(version, null)],
    ['contact', makeSlot(version, { big: Number.MAX_SAFE_INTEGER })],
  ]);
  const stored = BSON.deserialize(BSON.serialize({ slots: storedSlots(slots) }));

  expect(slotsOf(stored.slots)).toEqual(slots);
});

test('equal slots are stored equally, in whatever order they came', () => {
  const slots = [...'cab'].map((name): [string, ReturnType<typeof makeSlot>] => [name, makeSlot(version, name)]);
  expect(storedSlots(new Map(slots))).toEqual(storedSlots(new Map(slots.toReversed())));
});

test('the key of an entity begins with its location, and the same id in another location is another document', () => {
  const entity = { kind: 'location-entity', locationId: 'loc-1', entityId: 'a' } as const;
  expect(documentKey(entity)).toBe('loc-1:a');
  expect(documentKey({ ...entity, locationId: 'loc-2' })).not.toBe(documentKey(entity));
  expect(tenantFields(entity)).toEqual({ locationId: 'loc-1', entityId: 'a' });
});

test('companies and credentials belong to no location', () => {
  expect(tenantFields({ kind: 'company', companyId: 'a' })).toEqual({});
  expect(tenantFields({ kind: 'credential', credentialId: 'a' })).toEqual({});
});
