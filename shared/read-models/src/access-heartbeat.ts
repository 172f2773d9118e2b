import type { Checkpoint } from './checkpoint.ts';

/**
 * One document that says how old the knowledge of companies, installations and credentials may be. The query service
 * refuses everybody when it is older than its limit, and when there is none.
 */
export const ACCESS_HEARTBEAT = 'access_heartbeat';
export const ACCESS_HEARTBEAT_ID = 'access';

export type AccessHeartbeat = {
  readonly _id: typeof ACCESS_HEARTBEAT_ID;
  /**
   * Epoch milliseconds: every access event that its log had taken by then is applied. Goes back only from a time that
   * has not come by MongoDB's clock, which nobody believes (`AS_OF_AHEAD_MS`).
   */
  readonly asOf: number;
};

/**
 * The lowest `asOf` over all partitions of the access topic and all models that it feeds; null while one of them has
 * never been read to anywhere, because then nobody can tell.
 */
export function accessAsOf(
  expected: { readonly models: readonly string[]; readonly topic: string; readonly partitions: readonly number[] },
  checkpoints: readonly Checkpoint[],
): number | null {
  const known = new Map(
    checkpoints
      .filter(({ topic }) => topic === expected.topic)
      .map(({ model, partition, asOf }) => [`${model}:${partition}`, asOf]),
  );
  let lowest: number | null = null;
  for (const model of expected.models) {
    for (const partition of expected.partitions) {
      const asOf = known.get(`${model}:${partition}`);
      if (asOf === undefined) return null;
      lowest = lowest === null ? asOf : Math.min(lowest, asOf);
    }
  }
  return lowest;
}
