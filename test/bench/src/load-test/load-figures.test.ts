import { describe, expect, it } from 'vitest';
import { loadStep, loadTable } from './load-figures.ts';
import type { OpenLoadResult } from './open-load.ts';
import { readLoadOptions } from './options.ts';

const result: OpenLoadResult = {
  requests: 1_000,
  failed: 0,
  overrun: false,
  p50Micros: 2_000,
  p99Micros: 19_960,
  p999Micros: 30_000,
  maxMicros: 41_234,
  cpuMs: [200, 300],
  loaderCpuMs: 50,
  rssNowMiB: 200,
  rssMaxMiB: 210,
};

describe('a rate', () => {
  it('holds while p99 is small and nothing failed', () => {
    expect(loadStep(200, result, 20)).toMatchObject({ holds: true, p99Ms: 20, maxMs: 41.2, ownMicros: 500 });
    expect(loadStep(200, { ...result, p99Micros: 20_100 }, 20).holds).toBe(false);
    expect(loadStep(200, { ...result, failed: 1 }, 20).holds).toBe(false);
    expect(loadStep(200, { ...result, overrun: true }, 20).holds).toBe(false);
  });

  it('is a line of the table, the highest one marked', () => {
    const steps = [loadStep(200, result, 20), loadStep(300, { ...result, overrun: true }, 20)];
    const lines = loadTable([{ processes: 2, highest: steps[0] ?? null, steps }]).split('\n');

    expect(lines[1]).toMatch(/^2 +200 +2 +20 +30 +41\.2 +0 +500 +highest$/);
    expect(lines[2]).toMatch(/overrun$/);
  });
});

describe('the options of the load test', () => {
  it('have defaults and take what is given', () => {
    expect(readLoadOptions([])).toEqual({ from: 100, seconds: 5, p99: 20, contacts: 50, processes: [1, 2] });
    expect(readLoadOptions(['--processes', '3', '--p99', '50'])).toMatchObject({ p99: 50, processes: [3] });
  });

  it.each([
    ['--from', '1'],
    ['--processes', '0'],
    ['--processes', '17'],
    ['--only', 'read'],
  ])('refuse %s %s with a sentence', (...args) => {
    expect(() => readLoadOptions(args)).toThrow(/usage|unknown option/i);
  });
});
