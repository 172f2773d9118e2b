import type { Backoff } from '@fundlens/runtime/backoff';
import { type TopicPartition, partitionKey } from '../log/source.ts';
import { type Affirmation, affirmEnd, affirmTaken } from './affirmations.ts';
import { createInvalidRateBreaker, type InvalidRateBreaker } from './invalid-rate-breaker.ts';
import type { BatchOutcome } from './process-batch.ts';

/** A partition that this member has been assigned, from one assignment to the next. */
export type OwnedPartition = {
  readonly topicPartition: TopicPartition;
  readonly breaker: InvalidRateBreaker;
  /** An operator has decided: invalid records up to this offset are set aside, however many; -1: no such decision. */
  readonly setAsideThrough: number;
  readonly backoff: Backoff;
  /** Ends waits when the partition is taken away. */
  readonly released: AbortController;
  /** Everything below is checkpointed; null until the checkpoint is loaded. */
  position: number | null;
  /** Everything below is checkpointed or in work: where the next batch begins. */
  next: number | null;
  /** As it was loaded or last moved; null while there is none. */
  checkpoint: number | null;
  /** When the log took the last record below `position`, in epoch milliseconds; null until one was taken. */
  asOf: number | null;
  /** Also by an earlier assignment of this process. */
  affirmed: readonly Affirmation[];
  /** What `checkpoint` will be once everything in work is committed. */
  checkpointInWork: number | null;
  /** Batches in work, in the order of the log; they never reject. */
  readonly inWork: Set<Promise<void>>;
  /** True while batches are taken. */
  delivering: boolean;
  /** Identifies the current delivery: outcomes of batches of an earlier one are ignored. */
  delivery: symbol | null;
};

export function ownPartition(
  topicPartition: TopicPartition,
  {
    backoff,
    setAsideThrough = -1,
    affirmed = [],
  }: Pick<OwnedPartition, 'backoff'> & Partial<Pick<OwnedPartition, 'setAsideThrough' | 'affirmed'>>,
): OwnedPartition {
  return {
    topicPartition,
    breaker: createInvalidRateBreaker(),
    setAsideThrough,
    backoff,
    released: new AbortController(),
    position: null,
    next: null,
    checkpoint: null,
    asOf: null,
    affirmed,
    checkpointInWork: null,
    inWork: new Set(),
    delivering: false,
    delivery: null,
  };
}

/** Begins a new delivery: outcomes of batches in work are ignored from now on. */
export function beginDelivery(owned: OwnedPartition, offset: number): void {
  owned.delivering = true;
  owned.delivery = Symbol(partitionKey(owned.topicPartition));
  owned.position = offset;
  owned.next = offset;
  owned.checkpointInWork = owned.checkpoint;
}

/** Whether the delivery is current and none of its batches has failed. */
export function isDelivered(owned: OwnedPartition, delivery: symbol): boolean {
  return owned.delivering && owned.delivery === delivery;
}

/**
 * Before it is stored that the log ended at `from` at the time `at`: records behind it are told later than that.
 * @returns false when some of them are in work, or others own the partition.
 */
export function markEnd(owned: OwnedPartition, end: Affirmation): boolean {
  const { released, inWork, next, position } = owned;
  if (released.signal.aborted || inWork.size > 0 || next !== end.from || position !== end.from) return false;
  owned.affirmed = affirmEnd(owned.affirmed, end);
  return true;
}

/** The first batch in work of this delivery is committed. */
export function markCommitted(owned: OwnedPartition, { nextOffset, asOf }: BatchOutcome): void {
  owned.position = nextOffset;
  owned.next = Math.max(nextOffset, owned.next ?? 0);
  if (asOf === null) return;
  owned.asOf = asOf;
  owned.affirmed = affirmTaken(owned.affirmed, { from: nextOffset, at: asOf });
  owned.checkpoint = nextOffset;
  owned.checkpointInWork = Math.max(owned.checkpointInWork ?? 0, nextOffset);
}

/** Everything below `nextOffset` was read and waits to be committed. */
export function markRead(owned: OwnedPartition, nextOffset: number, appendedAt: number): void {
  owned.checkpointInWork = nextOffset;
  owned.affirmed = affirmTaken(owned.affirmed, { from: nextOffset, at: appendedAt });
}

/** Between the batches in work and `nextOffset` the log has no records for us. */
export function markPassed(owned: OwnedPartition, nextOffset: number): void {
  if (owned.next !== null) owned.next = Math.max(owned.next, nextOffset);
  markIdle(owned);
}

/** With no batch in work, the position moves past offsets without records. */
export function markIdle(owned: OwnedPartition): void {
  if (owned.inWork.size > 0 || !owned.delivering || owned.next === null) return;
  owned.position = Math.max(owned.next, owned.position ?? 0);
}
