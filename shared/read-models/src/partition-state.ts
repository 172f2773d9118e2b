/**
 * What a projector last said of the partitions that it has, so that the reason of a stopped partition is known when its
 * projector is gone. One document for all of them, which is written every two seconds.
 */
export const PARTITION_STATES = 'partition_states';

export type StoredPartitionStates = {
  /** `<generation>:<owner>` */
  readonly _id: string;
  /** The one that the projector writes. */
  readonly generation: number;
  /** Host and process id of the projector. */
  readonly owner: string;
  /** Epoch milliseconds by MongoDB's clock, when the projector said so. */
  readonly seenAt: number;
  readonly partitions: readonly {
    readonly topic: string;
    readonly partition: number;
    readonly status: 'starting' | 'running' | 'paused' | 'stopped';
    /** Code of the failure; null while it runs. */
    readonly reason: string | null;
    /** Epoch milliseconds, by the projector's clock: it has been in this state since then. */
    readonly since: number;
  }[];
};

/** A projector says it every two seconds: after this time it is gone, frozen, or cannot reach MongoDB. */
export const PARTITION_STATE_VALID_MS = 15_000;
