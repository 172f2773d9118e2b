import { expect, it } from 'vitest';
import { createStallWatch, STALLED_MS } from './stall-watch.ts';

function watch() {
  let now = 0;
  const { look } = createStallWatch(() => now);
  return (ms: number, marks: Readonly<Record<string, string>>) => {
    now += ms;
    return look(new Map(Object.entries(marks)));
  };
}

it('finds what waits and does not move, whatever the others do, once each time', () => {
  const look = watch();
  expect(look(0, { zero: 'at 1', one: 'at 1' })).toBeNull();
  expect(look(STALLED_MS - 1, { zero: 'at 1', one: 'at 2' })).toBeNull();
  expect(look(1, { zero: 'at 1', one: 'at 3' })).toBe('zero');
  expect(look(1, { zero: 'at 1' })).toBeNull();
  expect(look(STALLED_MS, { zero: 'at 1' })).toBe('zero');
});

it('counts from the last move, and from when there was nothing to wait for', () => {
  const look = watch();
  look(0, { zero: 'at 1' });
  expect(look(STALLED_MS, { zero: 'at 2' })).toBeNull();
  expect(look(STALLED_MS, {})).toBeNull();
  expect(look(STALLED_MS - 1, { zero: 'at 2' })).toBeNull();
  expect(look(1, { zero: 'at 2' })).toBeNull();
  expect(look(STALLED_MS, { zero: 'at 2' })).toBe('zero');
});
