import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { canonicalJson, compareSlots, makeSlot, mergeSlot, type Slot, type SlotValue } from './slot.ts';

/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 120_000 });

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

const jsonValue = fc.jsonValue().map((value) => value as SlotValue);

function merged(slots: readonly Slot[]): Slot | undefined {
  const kept = new Map<string, Slot>();
  for (const next of slots) mergeSlot(kept, 'only', next);
  return kept.get('only');
}

test('slots are totally ordered: antisymmetric, transitive, and equal only when they are the same state', () => {
  fc.assert(
    fc.property(slot, slot, slot, (a, b, c) => {
      expect(Math.sign(compareSlots(a, b))).toBe(Math.sign(compareSlots(b, a)) * -1 || 0);
      if (compareSlots(a, b) >= 0 && compareSlots(b, c) >= 0) expect(compareSlots(a, c)).toBeGreaterThanOrEqual(0);
      if (compareSlots(a, b) === 0) expect(a).toEqual(b);
    }),
    run,
  );
});

test('merging is commutative, associative and idempotent', () => {
  fc.assert(
    fc.property(fc.array(slot, { minLength: 1 }), fc.nat(), (slots, cut) => {
      const all = merged(slots);
      const at = cut % slots.length;
      const [left, right] = [merged(slots.slice(0, at)), merged(slots.slice(at))];

      expect(merged(slots.toReversed())).toEqual(all);
      expect(merged([...slots, ...slots])).toEqual(all);
      expect(merged([right, left].filter((part) => part !== undefined))).toEqual(all);
    }),
    run,
  );
});

test('merging says that something changed exactly when the slot is another one afterwards', () => {
  fc.assert(
    fc.property(slot, slot, (present, next) => {
      const slots = new Map([['only', present]]);
      const changed = mergeSlot(slots, 'only', next);
      expect(changed).toBe(compareSlots(next, present) > 0);
      expect(slots.get('only')).toBe(changed ? next : present);
    }),
    run,
  );
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

test('a deletion outranks what it deletes and is outranked by a later state', () => {
  const at = (version: number) => ({ epoch: 0, version, occurredAt: 0, eventId: 'a' });
  const history = [makeSlot(at(1), 'created'), makeSlot(at(2), null), makeSlot(at(3), 'created again')];
  expect(merged(history.slice(0, 2))?.value).toBeNull();
  expect(merged(history.toReversed())?.value).toBe('created again');
});

test('canonical JSON is JSON of the same value, whatever the order of keys', () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(reversedKeys(value))).toBe(text);
    }),
    run,
  );
});

function reversedKeys(value: SlotValue): SlotValue {
  if (Array.isArray(value)) return value.map(reversedKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, item]): [string, SlotValue] => [key, reversedKeys(item)]);
  return Object.fromEntries(entries.toReversed());
}
