import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryDelayMs, sleep } from './transport.ts';

describe('the wait before a retry', () => {
  it('is never shorter than the answer asks for, and at most a quarter or half a second longer', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(20), (seconds, attempt) => {
        const delay = retryDelayMs(seconds, attempt);
        expect(delay).toBeGreaterThanOrEqual(seconds * 1_000);
        expect(delay).toBeLessThanOrEqual(Math.max(seconds * 1_250, seconds * 1_000 + 500));
      }),
    );
  });

  it('is bounded where the answer names none', () => {
    fc.assert(
      fc.property(fc.nat(1_000), (attempt) => {
        const delay = retryDelayMs(null, attempt);
        expect(delay).toBeGreaterThanOrEqual(250);
        expect(delay).toBeLessThanOrEqual(15_000);
      }),
    );
  });

  it('of years does not end at once', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('still waiting')), 20);
    await expect(sleep(1_000 * 999_999_999, abort.signal)).rejects.toThrow('still waiting');
  });
});
