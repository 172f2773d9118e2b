import { afterEach, expect, it } from 'vitest';
import { instantOf } from './source-fields.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

it.each([
  ['2026-03-14T09:00:00', Date.UTC(2026, 2, 14, 9)],
  ['2026-03-14 09:00:00.5', Date.UTC(2026, 2, 14, 9, 0, 0, 500)],
  ['2026-03-14T09:00:00Z', Date.UTC(2026, 2, 14, 9)],
  ['2026-03-14T09:00:00-05:00', Date.UTC(2026, 2, 14, 14)],
  ['2026-03-14T09:00:00+0530', Date.UTC(2026, 2, 14, 3, 30)],
  ['2026-03-14', Date.UTC(2026, 2, 14)],
  ['1773478800000', Date.UTC(2026, 2, 14, 9)],
  ['soon', null],
])('an instant is the same wherever the adapter runs: %s', (text, instant) => {
  process.env.TZ = 'America/Chicago';
  expect(instantOf(text)).toBe(instant);
});
