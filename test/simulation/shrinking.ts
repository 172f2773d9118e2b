import { type SimulationOptions, type SimulationResult, simulate } from './simulation.ts';

export type Shrunk = {
  /** Places in the workload of the records that are not needed to make it go wrong. */
  readonly without: ReadonlySet<number>;
  /** Of the world without them. */
  readonly result: SimulationResult;
};

/**
 * Leaves out records of a world that goes wrong for as long as it still does: halves first, then ever smaller parts. Fewer
 * records give another schedule, so that what is wrong in the end may be another line than at first.
 * @returns null when nothing is wrong with the world.
 */
export async function shrink(seed: number, options: SimulationOptions): Promise<Shrunk | null> {
  let result = await simulate(seed, options);
  if (result.wrong.length === 0) return null;
  let without: ReadonlySet<number> = new Set();
  const { planned } = result;
  for (let size = Math.ceil(planned / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < planned; start += size) {
      const part = Array.from({ length: Math.min(size, planned - start) }, (_, index) => start + index);
      const candidate = new Set([...without, ...part]);
      if (candidate.size === without.size) continue;
      const smaller = await simulate(seed, { ...options, without: candidate });
      if (smaller.wrong.length === 0) continue;
      without = candidate;
      result = smaller;
    }
  }
  return { without, result };
}
