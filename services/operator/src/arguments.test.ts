import { expect, it } from 'vitest';
import { readInstant } from './arguments.ts';

const NOW = Date.parse('2026-03-14T12:00:00.000Z');

it.each([
  ['2026-03-14', '2026-03-14T00:00:00.000Z'],
  ['2026-03-14T09:30Z', '2026-03-14T09:30:00.000Z'],
  ['2026-03-14T09:30:15.5Z', '2026-03-14T09:30:15.500Z'],
  ['30m', '2026-03-14T11:30:00.000Z'],
  ['24h', '2026-03-13T12:00:00.000Z'],
  ['7d', '2026-03-07T12:00:00.000Z'],
])('reads %s', (text, expected) => {
  expect(readInstant(text, NOW)?.toISOString()).toBe(expected);
});

it.each(['', 'yesterday', '2026-02-30', '2026-13-01', '2026-03-14T09:30', '2026-03-14 09:30Z', '0d', '7w', '-1h'])(
  'refuses %j',
  (text) => {
    expect(readInstant(text, NOW)).toBeNull();
  },
);
