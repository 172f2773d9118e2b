import { fileURLToPath } from 'node:url';
import { type Stack, startStack } from '@fundlens/local/stack';
import { createTestSystem, type TestSystem } from '../../harness/test-system.ts';

/** What the programs of this folder share: a stack of their own, and systems on it that end with the run. */

export const root = fileURLToPath(new URL('../../..', import.meta.url));
export const dataDirectory = `${root}/.fundlens/bench`;
const PARTITIONS = 12;

export function startBenchStack(signal: AbortSignal): Promise<Stack> {
  return startStack({
    dataDirectory,
    environment: process.env,
    report: (line) => console.error(line),
    emptyFirst: true,
    signal,
  });
}

export type BenchPlace = {
  readonly stack: Stack;
  readonly signal: AbortSignal;
  /** Default: the query service's source. */
  readonly queryProgram?: string;
};

/** @throws the reason of the signal when it is aborted meanwhile; the system has ended then. */
export async function withSystem<T>(
  { stack, signal, ...program }: BenchPlace,
  name: string,
  work: (system: TestSystem) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const system = await createTestSystem({ name, stack, partitions: PARTITIONS, ...program });
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([work(system), stopped]);
  } finally {
    await system.stop();
  }
}
