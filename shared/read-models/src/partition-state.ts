/**
 * What each partition does and why, as the projector that has it last said. It stands beside the checkpoints so that the
 * reason of a stopped partition is known when its projector is gone.
 */
export const PARTITION_STATES = 'partition_states';

export type StoredPartitionState = {
  /** `<generation>:<topic>:<partition>` */
  readonly _id: string;
  /** The one that the projector writes. */
  readonly generation: number;
  readonly topic: string;
  readonly partition: number;
  readonly status: 'starting' | 'running' | 'paused' | 'stopped';
  /** Code of the failure; null while it runs. */
  readonly reason: string | null;
  /** Epoch milliseconds, by the projector's clock: it has been in this state since then. */
  readonly since: number;
  /** Records behind the end of the log; null while the projector does not know it. */
  readonly lag: number | null;
  /** Host and process id of the projector that has the partition. */
  readonly owner: string;
  /** Epoch milliseconds by MongoDB's clock, when the projector said so. */
  readonly seenAt: number;
};

/** A projector says it every two seconds: after this time it is gone, frozen, or cannot reach MongoDB. */
export const PARTITION_STATE_VALID_MS = 15_000;
