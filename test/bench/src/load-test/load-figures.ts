import { aligned } from '../results.ts';
import type { OpenLoadResult } from './open-load.ts';
import type { RateStep } from './rate-search.ts';

/** One measurement at a fixed rate of arrivals. */
export type LoadStep = RateStep & {
  /** Latencies mean nothing after an overrun. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly maxMs: number;
  readonly requests: number;
  readonly failed: number;
  /** Ended early, because the service fell further and further behind. */
  readonly overrun: boolean;
  /** Processor time of all processes of the service together, per request; null after an overrun. */
  readonly ownMicros: number | null;
  /** Of the load generator. */
  readonly loaderMicros: number | null;
  readonly rssMaxMiB: number | null;
};

export type LoadFigures = {
  readonly processes: number;
  /** Null: no rate holds. */
  readonly highest: LoadStep | null;
  readonly steps: readonly LoadStep[];
};

export function loadStep(rate: number, result: OpenLoadResult, maxP99Ms: number): LoadStep {
  const { requests, failed, overrun } = result;
  // What was answered before the end is not what the time was spent on.
  const perRequest = (ms: number) => (overrun ? null : Math.round((ms * 1_000) / requests));
  const p99Ms = inMs(result.p99Micros);
  return {
    rate,
    holds: p99Ms <= maxP99Ms && failed === 0 && !overrun,
    p50Ms: inMs(result.p50Micros),
    p99Ms,
    p999Ms: inMs(result.p999Micros),
    maxMs: inMs(result.maxMicros),
    requests,
    failed,
    overrun,
    ownMicros: perRequest(result.cpuMs.reduce<number>((sum, ms) => sum + (ms ?? Number.NaN), 0)),
    loaderMicros: perRequest(result.loaderCpuMs),
    rssMaxMiB: result.rssMaxMiB,
  };
}

/** For people: every measurement in its order, and the highest rate that holds. */
export function loadTable(figures: readonly LoadFigures[]): string {
  const head = ['processes', 'requests/s', 'p50 ms', 'p99 ms', 'p99.9 ms', 'max ms', 'failed', 'own µs/request', ''];
  const rows = figures.flatMap(({ processes, highest, steps }) =>
    steps.map((step) => [
      String(processes),
      String(step.rate),
      ...[step.p50Ms, step.p99Ms, step.p999Ms, step.maxMs].map((ms) => (step.overrun ? '–' : String(ms))),
      String(step.failed),
      step.ownMicros === null ? '–' : String(step.ownMicros),
      verdictOf(step, highest),
    ]),
  );
  return aligned([head, ...rows]);
}

function verdictOf(step: LoadStep, highest: LoadStep | null): string {
  if (step === highest) return 'highest';
  if (step.holds) return 'holds';
  return step.overrun ? 'overrun' : 'fails';
}

function inMs(micros: number): number {
  return Math.round(micros / 100) / 10;
}
