import type { Backoff } from '@fundlens/runtime/backoff';
import type { SourceBatch, SourceRecord, TopicPartition } from '../log/source.ts';
import { type Affirmation, affirmEnd } from './affirmations.ts';
import { createInvalidRateBreaker } from './invalid-rate-breaker.ts';

/** From a seek until a failure, a restart or a revocation: then its batches are over. */
type Delivery = {
  /** Everything below is checkpointed, queued, or not for us: where the next batch begins. */
  next: number;
  /** The end of what was queued. */
  queued: number;
};

/** Consecutive records of one partition, never none, from the log to their checkpoint. */
export type QueuedBatch = {
  readonly owned: OwnedPartition;
  readonly records: readonly SourceRecord[];
  /** True once the partition was taken away, restarted or held: the batch must not be committed any more. */
  readonly isOver: () => boolean;
};

/** How far an owned partition is processed at a moment. */
export type Progress = {
  readonly owned: OwnedPartition;
  readonly nextOffset: number;
  readonly delivery: Delivery | null;
};

/** A partition that this member has or had: what is known of it goes on from one assignment to the next. */
export class OwnedPartition {
  readonly topicPartition: TopicPartition;
  /** A store that is too slow for the partition costs the assignment, too. */
  readonly backoff: Backoff;
  /** Why it is stopped, until an operator restarts it or another member gets further; null: it is not. */
  stopReason: string | null = null;
  /** Ends waits when the partition is taken away or restarted. */
  released = new AbortController();
  breaker = createInvalidRateBreaker();
  /** Null while no batch is taken. */
  delivery: Delivery | null = null;
  /** Everything below is checkpointed, as far as this process knows; null until the checkpoint is loaded. */
  position: number | null = null;
  /** As it was loaded or last moved; null while there is none. */
  checkpoint: number | null = null;
  /** When the log took the last record below `position`, in epoch milliseconds; null until one was taken. */
  asOf: number | null = null;
  affirmed: readonly Affirmation[] = [];
  /** Since when it has not moved though it waits, by the monotonic clock; null: it has, or does not wait. */
  waiting: number | null = null;

  constructor(topicPartition: TopicPartition, backoff: Backoff) {
    this.topicPartition = topicPartition;
    this.backoff = backoff;
  }

  /** It is assigned, or restarted. @returns aborted when that is over. */
  assign(setAsideThrough?: number): AbortSignal {
    this.release();
    this.released = new AbortController();
    this.breaker = createInvalidRateBreaker(setAsideThrough);
    this.asOf = null;
    return this.released.signal;
  }

  release(): void {
    this.delivery = null;
    this.released.abort();
  }

  deliverFrom(offset: number): void {
    this.position = offset;
    this.delivery = { next: offset, queued: offset };
  }

  queued({ records, nextOffset }: Pick<SourceBatch, 'records' | 'nextOffset'>): void {
    const last = records.at(-1);
    if (this.delivery === null || last === undefined) return;
    this.waiting = null;
    this.delivery.queued = last.offset + 1;
    this.delivery.next = nextOffset;
  }

  /** Behind what is queued, up to `nextOffset`, the log has no records for us. */
  passed(nextOffset: number): void {
    if (this.delivery === null) return;
    this.waiting = null;
    this.delivery.next = Math.max(this.delivery.next, nextOffset);
    if (this.isIdle()) this.position = this.delivery.next;
  }

  /** Nothing of the current delivery waits to be committed. */
  isIdle(): boolean {
    return (this.position ?? 0) >= (this.delivery?.queued ?? 0);
  }

  /** @returns since when it waits to begin, or for what the log has below `stable`; null: it does not, or moves. */
  waitsSince(stable: number, now: number): number | null {
    const { delivery, position, stopReason } = this;
    const waits = delivery === null ? stopReason === null : this.isIdle() && (position ?? 0) < stable;
    this.waiting = waits ? (this.waiting ?? now) : null;
    return this.waiting;
  }

  /** Everything below `nextOffset` is checkpointed by now; the log took the last record of it at `asOf`. */
  committed({ nextOffset, asOf }: Affirmation): void {
    this.asOf = asOf;
    this.checkpoint = nextOffset;
    this.position = nextOffset;
    this.passed(nextOffset);
  }

  /** It was stored that the log ended at `nextOffset`: the checkpoint is there by now. */
  stored(nextOffset: number): void {
    this.backoff.reset();
    this.checkpoint = Math.max(this.checkpoint ?? 0, nextOffset);
  }

  /**
   * Before it is stored that the log ended where the progress is, at the time `asOf`: records behind it are told later than
   * that. @returns false when some of them are queued, or others have owned the partition since.
   */
  ended({ nextOffset, delivery }: Progress, asOf: number): boolean {
    if (this.delivery !== delivery || delivery?.next !== nextOffset || this.position !== nextOffset) return false;
    this.affirmed = affirmEnd(this.affirmed, { nextOffset, asOf });
    return true;
  }
}
