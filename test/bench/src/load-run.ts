import { runProgram } from './child-process.ts';
import type { LoadResult, LoadTask } from './load.ts';
import type { PacedLoadResult, PacedLoadTask } from './paced-load.ts';
import type { Measurement } from './results.ts';

/** Enough to keep both services busy, few enough that latencies mean something. */
const CONNECTIONS = 32;

/** @throws when a request failed: a measurement with failures means nothing */
export async function runLoad(task: LoadTask): Promise<LoadResult> {
  const result = await runProgram<LoadResult>('load.ts', task);
  requireServed(result.failed, task.urls);
  return result;
}

/** One measurement: requests per second, with latencies as details. */
export async function loadOf({
  url,
  ...task
}: Pick<LoadTask, 'paths' | 'token' | 'seconds'> & { readonly url: string }): Promise<Measurement> {
  const result = await runLoad({ ...task, urls: [url], connections: CONNECTIONS });
  const { requestsPerSecond, p50Micros, p99Micros, megabytesPerSecond } = result;
  const details = { p50Ms: inMs(p50Micros), p99Ms: inMs(p99Micros), megabytesPerSecond };
  return { value: requestsPerSecond, details };
}

/** The same at a rate that does not follow how fast answers come, until it has been enough. */
export async function pacedLoadOf(task: PacedLoadTask, enough: AbortSignal): Promise<Measurement> {
  const result = await runProgram<PacedLoadResult>('paced-load.ts', task, enough);
  const { requestsPerSecond, failed, ...details } = result;
  requireServed(failed, [task.url]);
  return { value: requestsPerSecond, details };
}

function inMs(micros: number): number {
  return Math.round(micros / 100) / 10;
}

function requireServed(failed: number, urls: readonly string[]): void {
  if (failed > 0) throw new Error(`${failed} requests to ${urls.join(', ')} failed: the measurement means nothing`);
}
