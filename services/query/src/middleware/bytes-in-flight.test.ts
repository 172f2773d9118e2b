import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createBytesInFlight, MIN_SHARE_BYTES } from './bytes-in-flight.ts';

const MAX = 4 * MIN_SHARE_BYTES;
const refusal = { status: 500, code: 'internal_error', headers: { 'Retry-After': '1' } };

describe('bytes in flight', () => {
  it('leave room for the longest response, and for nothing beyond the share of a credential', () => {
    const onRefused = vi.fn();
    const flight = createBytesInFlight({ maxBytes: MAX, onRefused });
    flight.admit('a');
    const release = flight.hold('a', MIN_SHARE_BYTES);
    expect(() => flight.admit('a')).toThrow(expect.objectContaining(refusal));
    expect(() => flight.hold('a', 1)).toThrow(expect.objectContaining(refusal));
    flight.hold('b', MIN_SHARE_BYTES);
    expect(onRefused).toHaveBeenCalledTimes(2);
    release();
    release();
    flight.admit('a');
    expect(flight.total()).toBe(MIN_SHARE_BYTES);
  });

  it('never exceed their bound, and are zero once everything is released', () => {
    const step = fc.record({ owner: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), bytes: fc.nat(MIN_SHARE_BYTES) });
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 60 }), (steps) => {
        const flight = createBytesInFlight({ maxBytes: MAX, onRefused: () => undefined });
        const releases: (() => void)[] = [];
        for (const [{ owner, bytes }, takes] of steps) {
          if (takes) releases.shift()?.();
          try {
            releases.push(flight.hold(owner, bytes));
          } catch (error) {
            expect(error).toMatchObject(refusal);
          }
          expect(flight.total()).toBeLessThanOrEqual(MAX);
        }
        for (const release of releases) release();
        expect(flight.total()).toBe(0);
      }),
    );
  });
});
