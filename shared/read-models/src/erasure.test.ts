import { expect, it } from 'vitest';
import { ERASED, isErased } from './erasure.ts';
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
