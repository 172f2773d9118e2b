import type { Backoff } from '@fundlens/runtime/backoff';
import type { TopicPartition } from '../log/source.ts';
import { createInvalidRateBreaker, type InvalidRateBreaker } from './invalid-rate-breaker.ts';

/** A partition that this member has been assigned, from one assignment to the next. */
export type OwnedPartition = {
  readonly place: TopicPartition;
  readonly breaker: InvalidRateBreaker;
  readonly backoff: Backoff;
  /** Ends waits when the partition is taken away. */
  readonly released: AbortController;
  /** Everything below is checkpointed; null until the checkpoint was looked up. */
  position: number | null;
  /** The lowest checkpoint as it was found or last moved; null while a model that the partition feeds has none. */
  checkpoint: number | null;
  /** When the log took the last record below `position`, in epoch milliseconds; null until one was taken. */
  asOf: number | null;
  /** True while batches are taken. */
  delivering: boolean;
};

export function ownPartition(place: TopicPartition, backoff: Backoff): OwnedPartition {
  return {
    place,
    breaker: createInvalidRateBreaker(),
    backoff,
    released: new AbortController(),
    position: null,
    checkpoint: null,
    asOf: null,
    delivering: false,
  };
}
