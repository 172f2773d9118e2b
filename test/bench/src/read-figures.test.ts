import { expect, it } from 'vitest';
import type { LoadResult } from './load.ts';
import { ownCpu, perOwnSecond, rate, readComparisons } from './read-figures.ts';

const result = (requestsPerSecond: number, cpuMs: readonly number[]): LoadResult => ({
  requests: 2_000,
  requestsPerSecond,
  cpuMs,
  loaderCpuMs: 100,
  megabytesPerSecond: 1,
  failed: 0,
  p50Micros: 10,
  p99Micros: 20,
  p999Micros: 30,
  maxMicros: 40,
  rssNowMiB: 100,
  rssMaxMiB: 120,
});

it('gives a comparison for each metric of a row', () => {
  const measured = { floor: [result(900, [200])], subject: [result(300, [600])] };

  const comparisons = readComparisons('point read', measured, [ownCpu, rate]);

  expect(comparisons).toMatchObject([
    { name: 'point read: own processor time', floor: { median: 100 }, subject: { median: 300 }, ratio: 3 },
    { name: 'point read: rate', floor: { median: 900 }, subject: { median: 300 }, ratio: 0.333 },
  ]);
});

it('counts requests by a second of processor time of all processes of the service, and of no other', () => {
  expect(perOwnSecond(result(300, [600, 400, 5_000]), 2)).toBe(2_000);
});
