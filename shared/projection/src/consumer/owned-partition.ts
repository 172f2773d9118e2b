import type { Backoff } from '@fundlens/runtime/backoff';
import type { PartitionStatus } from '../health/partition-health.ts';
import type { SourceRecord, TopicPartition } from '../log/source.ts';
import { type Affirmation, affirmEnd, affirmTaken } from './affirmations.ts';
import { createInvalidRateBreaker } from './invalid-rate-breaker.ts';

/** From a seek until a failure, a restart or a revocation: then its batches are over. */
type Delivery = {
  /** Everything below is checkpointed, queued, or not for us: where the next batch begins. */
  next: number;
  /** The end of what was queued; null while nothing was. */
  queued: number | null;
};

/** Consecutive records of one partition, never none, from the log to their checkpoint. */
export type QueuedBatch = {
  readonly owned: OwnedPartition;
  readonly records: readonly SourceRecord[];
  /** The checkpoint that everything before leaves; null: none. */
  readonly checkpoint: number | null;
  /** True once the partition was taken away, restarted or held: the batch must not be committed any more. */
  readonly isOver: () => boolean;
};

/** A partition that this member has been assigned, from one assignment to the next. */
export class OwnedPartition {
  readonly topicPartition: TopicPartition;
  /** Goes on over assignments: a store that is too slow for the partition costs the assignment, too. */
  readonly backoff: Backoff;
  /** An operator has decided: invalid records up to this offset are set aside, however many; -1: no such decision. */
  readonly setAsideThrough: number;
  readonly breaker = createInvalidRateBreaker();
  /** Ends waits when the partition is taken away. */
  readonly released = new AbortController();
  status: PartitionStatus = 'starting';
  /** Everything below is checkpointed; null until the checkpoint is loaded. */
  position: number | null = null;
  /** As it was loaded or last moved; null while there is none. */
  checkpoint: number | null = null;
  /** The checkpoint that earlier assignments have loaded or moved. */
  known = 0;
  /** Why it is stopped, until an operator restarts it; null: it is not. */
  stopReason: string | null = null;
  /** When the log took the last record below `position`, in epoch milliseconds; null until one was taken. */
  asOf: number | null = null;
  /** Also by an earlier assignment of this process. */
  affirmed: readonly Affirmation[] = [];
  /** Null while no batch is taken. */
  delivery: Delivery | null = null;

  constructor(topicPartition: TopicPartition, backoff: Backoff, setAsideThrough = -1) {
    this.topicPartition = topicPartition;
    this.backoff = backoff;
    this.setAsideThrough = setAsideThrough;
  }

  /** The next assignment of the partition to this process, which knows what this one does. */
  next(setAsideThrough?: number): OwnedPartition {
    const next = new OwnedPartition(this.topicPartition, this.backoff, setAsideThrough);
    next.affirmed = this.affirmed;
    next.known = this.checkpoint ?? this.known;
    next.stopReason = this.stopReason;
    return next;
  }

  /** The database is another one, restored from a backup. */
  forgetCheckpoint(): void {
    this.checkpoint = null;
    this.known = 0;
  }

  release(): void {
    this.delivery = null;
    this.released.abort();
  }

  deliverFrom(offset: number): void {
    this.position = offset;
    this.delivery = { next: offset, queued: null };
  }

  queued(records: readonly SourceRecord[]): void {
    const last = records.at(-1);
    if (this.delivery === null || last === undefined) return;
    this.delivery.queued = last.offset + 1;
    this.delivery.next = Math.max(last.offset + 1, this.delivery.next);
  }

  /** Behind what is queued, up to `nextOffset`, the log has no records for us. */
  passed(nextOffset: number): void {
    if (this.delivery === null) return;
    this.delivery.next = Math.max(this.delivery.next, nextOffset);
    if (this.isIdle()) this.position = this.delivery.next;
  }

  /** Nothing of the current delivery waits to be committed. */
  isIdle(): boolean {
    return (this.position ?? 0) >= (this.delivery?.queued ?? 0);
  }

  /** Everything below `nextOffset` is checkpointed by now; the log took the last record of it at `asOf`. */
  committed(taken: Affirmation): void {
    this.asOf = taken.asOf;
    this.affirmed = affirmTaken(this.affirmed, taken);
    this.checkpoint = taken.nextOffset;
    this.position = taken.nextOffset;
    this.passed(taken.nextOffset);
  }

  /** It was stored that the log ended at `nextOffset`: the checkpoint is there by now. */
  stored(nextOffset: number): void {
    this.backoff.reset();
    this.checkpoint = Math.max(this.checkpoint ?? 0, nextOffset);
  }

  /**
   * Before it is stored that the log ended at `nextOffset` at the time `asOf`: records behind it are told later than that.
   * @returns false when some of them are queued, or others own the partition.
   */
  ended(nextOffset: number, asOf: number): boolean {
    if (this.delivery?.next !== nextOffset || this.position !== nextOffset) return false;
    this.affirmed = affirmEnd(this.affirmed, { nextOffset, asOf });
    return true;
  }
}
