import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { BSON } from 'mongodb';
import { expect, test } from 'vitest';
import { documentKey, slotsOf, storedName, storedSlots, tenantFields } from './document.ts';
import { makeSlot } from './slot.ts';

const run = { ...propertySeed(), numRuns: 2_000 };

/** What the contract lets through as an id, short and of few characters, so that ids are often alike. */
const id = fc
  .tuple(fc.constantFrom(...'0aZ'), fc.string({ unit: fc.constantFrom(...'0aZ._~@-'), maxLength: 4 }))
  .map(([first, rest]) => first + rest);
const slotName = fc.oneof(
  fc.constantFrom('contact', 'application', 'next-steps', 'profile'),
  fc.tuple(fc.constantFrom('report', 'result', 'plan', 'installation', 'deal'), id).map((parts) => parts.join(':')),
);

const version = { epoch: 0, version: Number.MAX_SAFE_INTEGER, occurredAt: 1, eventId: 'a' };

test('a slot is found again under its stored name, which is one part of a path, whatever its id', () => {
  fc.assert(
    fc.property(fc.uniqueArray(slotName), (names) => {
      const slots = new Map(names.map((name, index) => [name, makeSlot(version, index)]));
      const { slots: stored } = BSON.deserialize(BSON.serialize({ slots: storedSlots(slots) }));
      expect(slotsOf(stored)).toEqual(slots);
      expect(Object.keys(stored).toSorted()).toEqual(names.map(storedName).toSorted());
      for (const name of Object.keys(stored)) expect(name).toMatch(/^[^.$]+$/);
    }),
    run,
  );
});

test('the key of an entity begins with its location, and the same id in another location is another document', () => {
  const entity = { kind: 'location-entity', locationId: 'loc-1', entityId: 'a' } as const;
  expect(documentKey(entity)).toBe('loc-1:a');
  expect(documentKey({ ...entity, locationId: 'loc-2' })).not.toBe(documentKey(entity));
  expect(tenantFields(entity)).toEqual({ locationId: 'loc-1', entityId: 'a' });
});
