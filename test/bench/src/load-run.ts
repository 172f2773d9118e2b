import { runProgram } from './child-process.ts';
import type { LoadResult, LoadTask } from './load.ts';
import type { PacedLoadTask } from './paced-load.ts';
import type { Measurement } from './results.ts';

/** Enough to keep both services busy, few enough that latencies mean something. */
const CONNECTIONS = 32;

/** One measurement: requests per second, with latencies as details. */
export async function loadOf(task: Omit<LoadTask, 'connections'>): Promise<Measurement> {
  return measurementOf(
    await runProgram<LoadResult>('load.ts', { ...task, connections: CONNECTIONS } satisfies LoadTask),
    task.url,
  );
}

/** The same at a rate that does not follow how fast answers come, until it has been enough. */
export async function pacedLoadOf(task: PacedLoadTask, enough: AbortSignal): Promise<Measurement> {
  return measurementOf(await runProgram<LoadResult>('paced-load.ts', task, enough), task.url);
}

function measurementOf({ requestsPerSecond, failed, ...details }: LoadResult, url: string): Measurement {
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed: the measurement means nothing`);
  return { value: requestsPerSecond, details };
}
