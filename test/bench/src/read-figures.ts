import type { LoadResult } from './load.ts';
import { type Comparison, compare, type Measurement } from './results.ts';

/** One figure of a measurement of requests. */
export type ReadMetric = { readonly name: string; readonly unit: string; of(result: LoadResult): number };

const MS_PER_SECOND = 1_000;

/** The measured processes of the service itself come first, see `LoadTask.pids`. */
function ownCpuMs({ cpuMs }: LoadResult, processes: number): number {
  return cpuMs.slice(0, processes).reduce<number>((sum, ms) => sum + (ms ?? Number.NaN), 0);
}

export const ownCpu: ReadMetric = {
  name: 'own processor time',
  unit: 'µs/request',
  of: (result) => (ownCpuMs(result, 1) * MS_PER_SECOND) / result.requests,
};
export const rate: ReadMetric = { name: 'rate', unit: 'requests/s', of: (result) => result.requestsPerSecond };
export const p50: ReadMetric = { name: 'p50', unit: 'µs', of: (result) => result.p50Micros };
export const rssMax: ReadMetric = { name: 'RSS max', unit: 'MiB', of: (result) => result.rssMaxMiB ?? Number.NaN };
export const rssEnd: ReadMetric = { name: 'RSS end', unit: 'MiB', of: (result) => result.rssNowMiB ?? Number.NaN };

/** Requests that a second of processor time of so many processes of the service together is enough for. */
export function perOwnSecond(result: LoadResult, processes: number): number {
  return (result.requests * MS_PER_SECOND) / ownCpuMs(result, processes);
}

/** A row by one floor: every metric is a comparison of its own. */
export function readComparisons(
  row: string,
  measured: { readonly floor: readonly LoadResult[]; readonly subject: readonly LoadResult[] },
  metrics: readonly ReadMetric[],
): Comparison[] {
  return metrics.map(({ name, unit, of }) => {
    const measurementsOf = (results: readonly LoadResult[]) =>
      results.map((result): Measurement => ({ value: of(result), details: detailsOf(result) }));
    const sides = { floor: measurementsOf(measured.floor), subject: measurementsOf(measured.subject) };
    return compare(`${row}: ${name}`, unit, sides);
  });
}

function detailsOf(result: LoadResult): Record<string, number> {
  const { requests, requestsPerSecond, p50Micros, p99Micros, maxMicros, megabytesPerSecond, loaderCpuMs } = result;
  const micros = (ms: number) => Math.round((ms * MS_PER_SECOND) / requests);
  return {
    requestsPerSecond: Math.round(requestsPerSecond),
    p50Micros,
    p99Micros,
    maxMicros,
    megabytesPerSecond,
    ownMicros: micros(ownCpuMs(result, 1)),
    loaderMicros: micros(loaderCpuMs),
  };
}
