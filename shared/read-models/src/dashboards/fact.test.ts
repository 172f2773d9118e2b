import { expect, test } from 'vitest';
import { FIRST_STATE_DAY, STATE_DAYS } from './dashboard-measures.ts';
import { daysOf, type Fact, factsIn, factsView, stateDayOf } from './fact.ts';

const DAY_MS = 86_400_000;
const id = { kind: 'location-entity', locationId: 'loc-1', entityId: 'a' } as const;

test('facts are found by their UTC days and their state days, each once and ascending', () => {
  const facts: Fact[] = [
    { stateDay: FIRST_STATE_DAY + 1, amounts: { a: 1 } },
    { at: 3 * DAY_MS, amounts: { a: 1 } },
    { at: 2 * DAY_MS + 1, amounts: { a: 1 } },
    { at: 2 * DAY_MS, amounts: { b: 1 } },
  ];
  expect(daysOf(facts)).toEqual([FIRST_STATE_DAY + 1, 2, 3].toSorted((a, b) => a - b));
});

test('an entity is always filed under the same state day', () => {
  expect(stateDayOf('loc-1:deal-1', STATE_DAYS)).toBe(stateDayOf('loc-1:deal-1', STATE_DAYS));
  for (const key of ['', 'a', 'loc-1:deal-1', 'x'.repeat(193)]) {
    expect(stateDayOf(key, STATE_DAYS)).toBeGreaterThanOrEqual(FIRST_STATE_DAY);
    expect(stateDayOf(key, STATE_DAYS)).toBeLessThan(FIRST_STATE_DAY + STATE_DAYS);
  }
});

test('what the view of facts renders is read back from its bytes, also from the middle of a larger buffer', () => {
  const facts: Fact[] = [{ at: 1, amounts: { 'a:é': 2 } }];
  const text = factsView({ reads: [] }, () => facts).render({ id, slots: new Map() });
  const bytes = Buffer.from(`--${text}--`).subarray(2, -2);
  expect(factsIn(bytes)).toEqual(facts);
  expect(factsIn(null)).toEqual([]);
});

test('an entity without facts has neither the view nor its field', () => {
  const none = factsView({ reads: [] }, () => []);
  expect(none.render({ id, slots: new Map() })).toBeNull();
  expect(none.index?.of({ id, slots: new Map() })).toEqual({});
});
