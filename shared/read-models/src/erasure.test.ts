import { expect, it } from 'vitest';
import { ERASED, isErased, markOf, marksOf } from './erasure.ts';
import { compareSlots, makeSlot } from './slot.ts';

/** The highest that the contract allows. */
const HIGHEST = {
  epoch: 2 ** 31 - 1,
  version: Number.MAX_SAFE_INTEGER,
  occurredAt: Number.MAX_SAFE_INTEGER,
  eventId: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

it('outranks every version that an event can have, and equals itself', () => {
  const erased = makeSlot(ERASED, null);
  expect(compareSlots(erased, makeSlot(HIGHEST, { a: 1 }))).toBeGreaterThan(0);
  expect(compareSlots(erased, makeSlot(ERASED, null))).toBe(0);
  expect([isErased(erased), isErased(makeSlot(HIGHEST, null)), isErased({ ...erased, value: 'x' })]).toEqual([
    true,
    false,
    false,
  ]);
});

it('erases a contact by its own mark and by that of its location, and a location by its own alone', () => {
  const contact = { locationId: 'l', contactId: 'c' };
  const location = { locationId: 'l', contactId: null };
  expect(marksOf(contact)).toEqual(['location:l', 'contact:l:c']);
  expect(marksOf(location)).toEqual(['location:l']);
  expect([markOf(contact), markOf(location)]).toEqual(['contact:l:c', 'location:l']);
});
