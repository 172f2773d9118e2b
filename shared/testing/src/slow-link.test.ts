import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSlowLink, type LinkConditions } from './slow-link.ts';

const conditions: fc.Arbitrary<LinkConditions> = fc.record({
  latencyMs: fc.nat(500),
  jitterMs: fc.nat(500),
  bytesPerSecond: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
});
const sendings = fc.array(fc.record({ pauseMs: fc.nat(200), bytes: fc.nat(100_000), conditions }), { minLength: 1 });

describe('a slow link', () => {
  it('keeps the order and delivers nothing sooner than latency and bandwidth allow', () => {
    fc.assert(
      fc.property(sendings, fc.double({ min: 0, max: 0.999, noNaN: true }), (sent, drawn) => {
        const link = createSlowLink(() => drawn);
        let now = 1_000;
        let before = 0;
        for (const { pauseMs, bytes, conditions: at } of sent) {
          now += pauseMs;
          const arrival = link.arrival(bytes, now, at);
          const onTheWire = at.bytesPerSecond === null ? 0 : (bytes / at.bytesPerSecond) * 1_000;
          expect(arrival).toBeGreaterThanOrEqual(Math.max(before, now + onTheWire + at.latencyMs));
          before = arrival;
        }
      }),
    );
  });

  it('takes as long for many small chunks as for one of all their bytes', () => {
    const at = { latencyMs: 0, jitterMs: 0, bytesPerSecond: 1_000 };
    const link = createSlowLink(() => 0);
    const arrivals = Array.from({ length: 10 }, () => link.arrival(100, 5_000, at));
    expect(arrivals.at(-1)).toBe(6_000);
  });

  it('adds jitter of at most its bound', () => {
    const at = { latencyMs: 50, jitterMs: 20, bytesPerSecond: null };
    expect(createSlowLink(() => 0).arrival(9, 100, at)).toBe(150);
    expect(createSlowLink(() => 0.5).arrival(9, 100, at)).toBe(160);
  });

  it('forgets its congestion when it is cleared', () => {
    const link = createSlowLink(() => 0);
    link.arrival(1_000_000, 0, { latencyMs: 0, jitterMs: 0, bytesPerSecond: 1 });
    link.clear();
    expect(link.arrival(1_000, 7, { latencyMs: 0, jitterMs: 0, bytesPerSecond: null })).toBe(7);
  });
});
