import { runProgram } from './child-process.ts';
import type { LoadResult, LoadTask } from './load.ts';
import type { Measurement } from './results.ts';

/** Enough to keep both services busy, few enough that latencies mean something. */
const CONNECTIONS = 32;

/** One measurement: requests per second, with latencies as details. */
export async function loadOf(task: Omit<LoadTask, 'connections'>): Promise<Measurement> {
  const { requestsPerSecond, failed, ...details } = await runProgram<LoadResult>('load.ts', {
    ...task,
    connections: CONNECTIONS,
  } satisfies LoadTask);
  if (failed > 0) throw new Error(`${failed} requests to ${task.url} failed: the measurement means nothing`);
  return { value: requestsPerSecond, details };
}
