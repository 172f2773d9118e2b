import { describe, expect, it } from 'vitest';
import { nextLookMs } from './drain-watch.ts';

describe('the pause between two looks', () => {
  it('is a quarter of what is left, within bounds', () => {
    const after = (done: number) => nextLookMs({ done, target: 10_000, passedMs: 1_000 });

    expect(after(0)).toBe(50);
    expect(after(1_000)).toBe(250);
    expect(after(8_000)).toBe(63);
    expect(after(9_990)).toBe(10);
  });
});
