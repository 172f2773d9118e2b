import { describe, expect, it } from 'vitest';
import { highestRate } from './rate-search.ts';

const upTo = (limit: number) => async (rate: number) => ({ rate, holds: rate <= limit });

describe('the search for the highest rate', () => {
  it.each([130, 1_000, 1_987, 40])('finds %d within five percent', async (limit) => {
    const { highest, steps } = await highestRate(upTo(limit), { from: 100 });

    expect(highest?.rate).toBeLessThanOrEqual(limit);
    expect(highest?.rate).toBeGreaterThanOrEqual(limit / 1.06);
    expect(steps.length).toBeLessThan(40);
  });

  it('believes a failure only when it comes twice', async () => {
    let asked = 0;
    const { highest } = await highestRate(
      async (rate) => {
        asked += 1;
        return { rate, holds: asked !== 2 && rate <= 500 };
      },
      { from: 100 },
    );

    expect(highest?.rate).toBeGreaterThan(470);
  });

  it('goes on above a failure that is not the service’s', async () => {
    const { highest } = await highestRate(async (rate) => ({ rate, holds: rate !== 225 && rate <= 1_000 }), {
      from: 100,
    });

    expect(highest?.rate).toBeGreaterThan(940);
  });

  it('finds none where none holds', async () => {
    const { highest, steps } = await highestRate(upTo(0), { from: 100 });

    expect(highest).toBeNull();
    expect(steps.length).toBeGreaterThan(1);
  });
});
