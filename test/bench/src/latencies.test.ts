import { describe, expect, it } from 'vitest';
import { createLatencies } from './latencies.ts';

describe('latencies', () => {
  it('are summed up exactly, in whatever order they came', () => {
    const latencies = createLatencies(10_000);
    for (let value = 1_000; value >= 1; value -= 1) latencies.add(value);

    expect(latencies.summary()).toEqual({ p50Micros: 500, p99Micros: 990, p999Micros: 999, maxMicros: 1_000 });
    expect(latencies.count()).toBe(1_000);
  });

  it('are zero when nothing was measured', () => {
    expect(createLatencies(1).summary().p99Micros).toBe(0);
  });

  it('are no more than there was room for', () => {
    const latencies = createLatencies(1);
    latencies.add(1);

    expect(() => latencies.add(2)).toThrow(RangeError);
  });
});
