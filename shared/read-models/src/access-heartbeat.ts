import type { Checkpoint } from './checkpoint.ts';

/**
 * One document per generation with the age of its access state: companies, installations and credentials. The query service
 * refuses every request when the heartbeat of the active generation is older than its limit or missing.
 */
export const ACCESS_HEARTBEAT = 'access_heartbeat';

export type AccessHeartbeat = {
  /** The generation. */
  readonly _id: number;
  /**
   * Epoch milliseconds: every access event that its log had taken by then is applied. Goes back only from a time
   * ahead of MongoDB's clock, which readers ignore (`AS_OF_AHEAD_MS`).
   */
  readonly asOf: number;
};

/** The lowest `asOf` over these partitions of the access topic; null while one of them has no checkpoint. */
export function accessAsOf(partitions: readonly number[], ofAccess: readonly Checkpoint[]): number | null {
  const known = new Map(ofAccess.map(({ partition, asOf }) => [partition, asOf]));
  const asOfs = partitions.flatMap((partition) => known.get(partition) ?? []);
  return asOfs.length === 0 || asOfs.length < partitions.length ? null : Math.min(...asOfs);
}
