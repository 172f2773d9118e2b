import { expect, it } from 'vitest';
import { createStallWatch, STALLED_MS } from './stall-watch.ts';

function watch() {
  let now = 0;
  const { look } = createStallWatch(() => now);
  return (ms: number, steps: number, waits = true) => {
    now += ms;
    return look(steps, waits);
  };
}

it('finds a consumer that makes no step while it has something to do, once each time', () => {
  const look = watch();
  expect(look(0, 1)).toBe(false);
  expect(look(STALLED_MS - 1, 1)).toBe(false);
  expect(look(1, 1)).toBe(true);
  expect(look(1, 1)).toBe(false);
  expect(look(STALLED_MS, 1)).toBe(true);
});

it('counts from the last step, and from when there was nothing to do', () => {
  const look = watch();
  look(0, 1);
  expect(look(STALLED_MS, 2)).toBe(false);
  expect(look(STALLED_MS, 2, false)).toBe(false);
  expect(look(STALLED_MS - 1, 2)).toBe(false);
  expect(look(1, 2)).toBe(true);
});
