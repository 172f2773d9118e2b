import { expect, test } from 'vitest';
import { FIRST_STATE_DAY, STATE_DAYS } from './dashboard-measures.ts';
import { stateDayOf } from './fact.ts';

test('an entity is always filed under the same state day', () => {
  expect(stateDayOf('loc-1:deal-1', STATE_DAYS)).toBe(stateDayOf('loc-1:deal-1', STATE_DAYS));
  for (const key of ['', 'a', 'loc-1:deal-1', 'x'.repeat(193)]) {
    expect(stateDayOf(key, STATE_DAYS)).toBeGreaterThanOrEqual(FIRST_STATE_DAY);
    expect(stateDayOf(key, STATE_DAYS)).toBeLessThan(FIRST_STATE_DAY + STATE_DAYS);
  }
});
