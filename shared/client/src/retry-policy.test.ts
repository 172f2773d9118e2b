import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FundlensError } from './client-error.ts';
import { isPassing, retryDelayMs } from './retry-policy.ts';

const answered = (status: number, retryAfter?: string) =>
  new FundlensError(status, new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }), '');

describe('what passes', () => {
  it.each([
    ['a limit', answered(429, '3')],
    ['a limit of a proxy that says no time', answered(429)],
    ['an outage of the service', answered(500, '2')],
    ['a proxy without an instance', answered(502)],
    ['an instance that ends', answered(503)],
    ['a proxy that waited too long', answered(504)],
    ['a broken connection', new TypeError('fetch failed')],
    ['an attempt that took too long', new DOMException('too long', 'TimeoutError')],
  ])('is %s', (_, failure) => {
    expect(isPassing(failure)).toBe(true);
  });

  it.each([
    ['a wrong parameter', answered(400)],
    ['a key that is none', answered(401)],
    ['a PDF that is pending: the caller decides', answered(404, '2')],
    ['a fault of the service', answered(500)],
    ['an error of the caller', new RangeError('no')],
    ['what is no error', 'no'],
  ])('is not %s', (_, failure) => {
    expect(isPassing(failure)).toBe(false);
  });
});

describe('the wait before a retry', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  it('is never shorter than the answer asks for, and at most a quarter or half a second longer', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(20), random, (seconds, attempt, drawn) => {
        const delay = retryDelayMs(answered(429, String(seconds)), attempt, drawn);
        expect(delay).toBeGreaterThanOrEqual(seconds * 1_000);
        expect(delay).toBeLessThanOrEqual(Math.max(seconds * 1_250, seconds * 1_000 + 500));
      }),
    );
  });

  it('is bounded where the answer names none', () => {
    fc.assert(
      fc.property(fc.nat(1_000), random, (attempt, drawn) => {
        const delay = retryDelayMs(new TypeError('fetch failed'), attempt, drawn);
        expect(delay).toBeGreaterThanOrEqual(250);
        expect(delay).toBeLessThanOrEqual(15_000);
      }),
    );
  });
});
