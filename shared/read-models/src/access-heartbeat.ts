import type { Checkpoint } from './checkpoint.ts';

/**
 * One document with the age of the access state: companies, installations and credentials. The query service refuses
 * every request when the heartbeat is older than its limit or missing.
 */
export const ACCESS_HEARTBEAT = 'access_heartbeat';
export const ACCESS_HEARTBEAT_ID = 'access';

export type AccessHeartbeat = {
  readonly _id: typeof ACCESS_HEARTBEAT_ID;
  /**
   * Epoch milliseconds: every access event that its log had taken by then is applied. Goes back only from a time
   * ahead of MongoDB's clock, which readers ignore (`AS_OF_AHEAD_MS`).
   */
  readonly asOf: number;
};

/**
 * The lowest `asOf` over all partitions of the access topic and all its models; null while one of them has
 * no checkpoint.
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
