import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { BSON } from 'mongodb';
import { expect, test, vi } from 'vitest';
import {
  dirtyKey,
  dirtyKeysOf,
  documentKey,
  OUTBOX_FIELDS,
  outboxFields,
  slotsOf,
  storedName,
  storedSlots,
  tenantFields,
} from './document.ts';
import { makeSlot } from './slot.ts';

/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 120_000 });

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

const instant = fc.oneof(fc.nat({ max: 20 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
const waiting = fc.record({ location: id, since: instant });
/** Servers compare the bytes of UTF-8. */
const compared = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

test('dirty keys sort by location, and within a location by time', () => {
  fc.assert(
    fc.property(waiting, waiting, (a, b) => {
      const byLocation = compared(`${a.location}:`, `${b.location}:`);
      const expected = byLocation || Math.sign(a.since - b.since);
      expect(compared(dirtyKey(a.location, a.since), dirtyKey(b.location, b.since))).toBe(expected);
    }),
    run,
  );
});

test('the range of a location holds exactly its dirty keys, also among locations that begin alike', () => {
  const alike = fc.tuple(id, id, fc.boolean()).map(([a, b, begins]) => ({ asked: a, other: begins ? a + b : b }));
  fc.assert(
    fc.property(alike, instant, ({ asked, other }, since) => {
      for (const [of, held] of [
        [asked, other],
        [other, asked],
        [asked, asked],
      ] as const) {
        const { $gte, $lt } = dirtyKeysOf(of);
        const key = dirtyKey(held, since);
        expect(compared(key, $gte) >= 0 && compared(key, $lt) < 0).toBe(of === held);
      }
    }),
    run,
  );
});

test('an outbox is stored in its own fields, with a key where the document belongs to a location', () => {
  const outbox = { dirtyDays: [1, 2], dirtySince: 7 };
  const inLocation = outboxFields({ locationId: 'loc-1' }, outbox);
  expect(inLocation).toEqual({ ...outbox, dirtyKey: 'loc-1:0000000000000007' });
  expect(Object.keys(inLocation)).toEqual([...OUTBOX_FIELDS]);
  expect(outboxFields({}, outbox)).toEqual(outbox);
});
