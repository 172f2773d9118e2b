import { describe, expect, it } from 'vitest';
import { createWeightedChoice, createZipfChoice, createFractions } from './zipf.ts';

const DRAWS = 100_000;

function shares(choose: () => number, count: number): number[] {
  const drawn = new Array<number>(count).fill(0);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const index = choose();
    drawn[index] = (drawn[index] ?? 0) + 1;
  }
  return drawn.map((times) => times / DRAWS);
}

describe('a zipf choice', () => {
  it('takes the first twice as often as the second and ten times as often as the tenth', () => {
    const [first = 0, second = 0, ...others] = shares(createZipfChoice(40, createFractions(1)), 40);

    expect(first / second).toBeCloseTo(2, 0);
    expect(first / (others[7] ?? 0)).toBeGreaterThan(8);
    expect(first / (others[7] ?? 0)).toBeLessThan(12);
    expect(Math.min(...others)).toBeGreaterThan(0);
  });
});

describe('a weighted choice', () => {
  it('follows the weights and never takes what has none', () => {
    const [never, rare = 0, often = 0] = shares(createWeightedChoice([0, 1, 3], createFractions(2)), 3);

    expect(never).toBe(0);
    expect(often / rare).toBeCloseTo(3, 0);
  });

  it('takes the last at the very end', () => {
    expect(createWeightedChoice([1, 1], () => 1)()).toBe(1);
  });
});

it('a seed gives the same sequence', () => {
  const [one, other] = [createFractions(3), createFractions(3)];

  expect([one(), one(), one()]).toEqual([other(), other(), other()]);
});
