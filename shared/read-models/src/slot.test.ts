import { hash } from 'node:crypto';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ChangeTime,
  canonicalJson,
  childSlots,
  compareSlots,
  makeSlot,
  mergeSlot,
  type Slot,
  type SlotValue,
  slotValue,
} from './slot.ts';

const run = { ...propertySeed(), numRuns: 2_000 };

/** Few values in every place, so that ties down to the hash are common. */
const slot: fc.Arbitrary<Slot> = fc
  .record({
    version: fc.record({
      epoch: fc.nat({ max: 1 }),
      version: fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER),
      occurredAt: fc.constantFrom(-1, 0, 1),
      eventId: fc.constantFrom('a', 'b'),
    }),
    value: fc.constantFrom<SlotValue>(null, 'x', 'y', { a: 1, b: [null] }),
  })
  .map(({ version, value }) => makeSlot(version, value));

const time: fc.Arbitrary<ChangeTime> = fc.oneof(
  fc.record({ at: fc.nat({ max: 3 }) }),
  fc.record({ at: fc.nat({ max: 3 }), late: fc.constant(true as const) }),
);
const timed = fc.tuple(slot, time).map(([state, when]) => makeSlot(state, state.value, when));

function merged(slots: readonly Slot[]): Slot | undefined {
  const kept = new Map<string, Slot>();
  for (const next of slots) mergeSlot(kept, 'only', next);
  return kept.get('only');
}

test('merging is commutative, associative and idempotent, of times too, which never decide which state wins', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(slot, timed), { minLength: 1 }), fc.nat(), (slots, cut) => {
      const all = merged(slots);
      const at = cut % slots.length;
      const [left, right] = [merged(slots.slice(0, at)), merged(slots.slice(at))];
      expect(merged([right, left].flatMap((part) => part ?? []))).toEqual(all);
      expect(merged(slots.toReversed())).toEqual(all);
      expect(merged([...slots, ...slots])).toEqual(all);
      const untimed = merged(slots.map((state) => makeSlot(state, state.value)));
      expect(all && makeSlot(all, all.value)).toEqual(untimed);
    }),
    run,
  );
});

test('of one state the latest late time stays, and without one the earliest', () => {
  const state = { epoch: 0, version: 1, occurredAt: 1, eventId: 'a' };
  const at = (...times: ChangeTime[]) => {
    const { at: told, late } = merged(times.map((when) => makeSlot(state, 'x', when))) ?? {};
    return { at: told, ...(late && { late }) };
  };
  expect(at({ at: 5 }, { at: 3 }, { at: 9 })).toEqual({ at: 3 });
  expect(at({ at: 5 }, { at: 70, late: true }, { at: 60, late: true }, { at: 2 })).toEqual({ at: 70, late: true });
});

test.each([
  ['a higher epoch outranks every version of a lower one', { epoch: 1, version: 0 }, { epoch: 0, version: 9 }],
  ['a higher version outranks a later instant', { version: 2, occurredAt: 0 }, { version: 1, occurredAt: 9 }],
  ['of equal versions the later instant wins', { occurredAt: 2, eventId: 'a' }, { occurredAt: 1, eventId: 'b' }],
  ['of equal instants the greater event id wins', { eventId: 'b' }, { eventId: 'a' }],
])('%s', (_, higher, lower) => {
  const usual = { epoch: 0, version: 1, occurredAt: 1, eventId: 'a' };
  const [a, b] = [makeSlot({ ...usual, ...higher }, 'x'), makeSlot({ ...usual, ...lower }, 'x')];
  expect(compareSlots(a, b)).toBeGreaterThan(0);
});

test('of states that tie in everything else the greater SHA-256 of the canonical JSON wins, whatever the order of keys', () => {
  const usual = { epoch: 0, version: 1, occurredAt: 1, eventId: 'a' };
  const values = [{ b: 1, a: [{ d: 1, c: 'é' }] }, 'x', null, [1]];
  const byHash = values.toSorted((a, b) =>
    hash('sha256', canonicalJson(a)) < hash('sha256', canonicalJson(b)) ? -1 : 1,
  );
  expect(merged(values.map((value) => makeSlot(usual, value)))?.value).toEqual(byHash.at(-1));
  const reordered = { a: [{ c: 'é', d: 1 }], b: 1 };
  expect(compareSlots(makeSlot(usual, values[0] as SlotValue), makeSlot(usual, reordered))).toBe(0);
  expect(canonicalJson(reordered)).toBe(JSON.stringify(reordered));
});

test('children of a kind are its live slots, with ids that may spell anything; other kinds that begin alike are not', () => {
  const at = { epoch: 0, version: 1, occurredAt: 0, eventId: 'a' };
  const slots = new Map([
    ['plan', makeSlot(at, 'no child')],
    ['plan:constructor', makeSlot(at, 1)],
    ['plan:a.b', makeSlot(at, 2)],
    ['plan:gone', makeSlot(at, null)],
    ['planned:c', makeSlot(at, 3)],
  ]);
  expect(childSlots(slots, 'plan')).toEqual([
    { id: 'constructor', value: 1 },
    { id: 'a.b', value: 2 },
  ]);
  expect([slotValue(slots, 'plan'), slotValue(slots, 'plan:gone'), slotValue(slots, 'toString')]).toEqual([
    'no child',
    null,
    null,
  ]);
});
