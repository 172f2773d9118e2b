import type { Backoff } from '@fundlens/runtime/backoff';
import type { PartitionStatus } from '../health/partition-health.ts';
import type { TopicPartition } from '../log/source.ts';
import { type Affirmation, affirmEnd, affirmTaken } from './affirmations.ts';
import { createInvalidRateBreaker, type InvalidRateBreaker } from './invalid-rate-breaker.ts';

/** A partition that this member has been assigned, from one assignment to the next. */
export type OwnedPartition = {
  readonly topicPartition: TopicPartition;
  readonly breaker: InvalidRateBreaker;
  /** An operator has decided: invalid records up to this offset are set aside, however many; -1: no such decision. */
  readonly setAsideThrough: number;
  readonly backoff: Backoff;
  /** Ends waits when the partition is taken away. */
  readonly released: AbortController;
  status: PartitionStatus;
  /** Everything below is checkpointed; null until the checkpoint is loaded. */
  position: number | null;
  /** As it was loaded or last moved; null while there is none. */
  checkpoint: number | null;
  /** When the log took the last record below `position`, in epoch milliseconds; null until one was taken. */
  asOf: number | null;
  /** Also by an earlier assignment of this process. */
  affirmed: readonly Affirmation[];
  /** Null while no batch is taken. Batches of an earlier delivery are over. */
  delivery: Delivery | null;
};

/** From a seek until a failure, a restart or a revocation. */
type Delivery = {
  /** Everything below is checkpointed, queued, or not for us: where the next batch begins. */
  next: number;
  /** The end of what was queued; null while nothing was. */
  queued: number | null;
};

/** How far a partition came. `failure`: why not everything was taken. */
export type BatchOutcome = {
  /** Everything below is checkpointed. */
  readonly nextOffset: number;
  /** When the log took the last record below, in epoch milliseconds; null when nothing was taken. */
  readonly asOf: number | null;
  readonly failure: { readonly error: unknown } | null;
};

export function ownPartition(
  topicPartition: TopicPartition,
  {
    backoff,
    setAsideThrough = -1,
    affirmed,
  }: Pick<OwnedPartition, 'backoff' | 'affirmed'> & Partial<Pick<OwnedPartition, 'setAsideThrough'>>,
): OwnedPartition {
  return {
    topicPartition,
    breaker: createInvalidRateBreaker(),
    setAsideThrough,
    backoff,
    released: new AbortController(),
    status: 'starting',
    position: null,
    checkpoint: null,
    asOf: null,
    affirmed,
    delivery: null,
  };
}

/** Its batches are over, and so are its waits. */
export function release(owned: OwnedPartition): void {
  owned.delivery = null;
  owned.released.abort();
}

export function beginDelivery(owned: OwnedPartition, offset: number): void {
  owned.position = offset;
  owned.delivery = { next: offset, queued: null };
}

/** What is to be queued behind all that was queued before, in the current delivery. */
export function placeInDelivery(owned: OwnedPartition) {
  const { delivery } = owned;
  return { checkpoint: delivery?.queued ?? owned.checkpoint, isOver: () => owned.delivery !== delivery };
}

export function markQueued({ delivery }: OwnedPartition, nextOffset: number): void {
  if (delivery === null) return;
  delivery.queued = nextOffset;
  delivery.next = Math.max(nextOffset, delivery.next);
}

/** Behind what is queued, up to `nextOffset`, the log has no records for us. */
export function markPassed(owned: OwnedPartition, nextOffset: number): void {
  if (owned.delivery === null) return;
  owned.delivery.next = Math.max(owned.delivery.next, nextOffset);
  if (isIdle(owned)) owned.position = owned.delivery.next;
}

/** Nothing of the current delivery waits to be committed. */
export function isIdle({ delivery, position }: OwnedPartition): boolean {
  return delivery === null || delivery.queued === null || (position ?? 0) >= delivery.queued;
}

export function markCommitted(owned: OwnedPartition, { nextOffset, asOf }: BatchOutcome): void {
  owned.position = nextOffset;
  if (asOf !== null) {
    owned.asOf = asOf;
    owned.affirmed = affirmTaken(owned.affirmed, { from: nextOffset, at: asOf });
    owned.checkpoint = nextOffset;
  }
  markPassed(owned, nextOffset);
}

/**
 * Before it is stored that the log ended at `from` at the time `at`: records behind it are told later than that.
 * @returns false when some of them are queued, or others own the partition.
 */
export function markEnd(owned: OwnedPartition, end: Affirmation): boolean {
  if (owned.delivery?.next !== end.from || owned.position !== end.from) return false;
  owned.affirmed = affirmEnd(owned.affirmed, end);
  return true;
}
