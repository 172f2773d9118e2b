import type { EntityRef } from '../entity-ref.ts';
import type { Seen } from './crm-state.ts';

/**
 * What is known of an entity's last content. **Invariant**: no value of the entity but ids, instants and the words of closed
 * vocabularies; everything else stands in keyed digests.
 */
export type KnownContent = {
  readonly deleted: boolean;
  /** Keyed digest of what the event states, without instants. */
  readonly digest: string;
  readonly seen: Seen;
  readonly updatedAt: number | null;
  readonly present: readonly string[];
  /** Instants that some sources lack; carried on while what they belong to stays the same. */
  readonly instants: KnownInstants;
  /** Digest of the listing that was last compared and agreed; null since the content changed. */
  readonly listing: string | null;
};

export type KnownInstants = {
  readonly stageId?: string | null;
  readonly stageChangedAt?: number | null;
  readonly status?: string | null;
  readonly statusChangedAt?: number | null;
  readonly installedAt?: number | null;
  /** False: an instant was taken from the delivery; a read-back is due that says it exactly. */
  readonly exact: boolean;
};

/** The state of one entity. Written by compare-and-swap on `revision` only. */
export type EntityState = {
  readonly ref: EntityRef;
  readonly revision: number;
  /** The highest version that was reserved. A version that is never published does no harm. */
  readonly version: number;
  /** The version at which `content` is known to be in the log; 0: at none. Settled: equal to `version`. */
  readonly settled: number;
  /** A read-back is owed: until one is done, only readings change the content. */
  readonly unresolved: boolean;
  readonly content: KnownContent | null;
  /** Contacts under which the log may state the opportunity; the key of a deal holds its contact. */
  readonly contactIds: readonly string[];
  /** Epoch milliseconds from which a read-back is due; null: none is. */
  readonly dueAt: number | null;
};

export function isSettled({ unresolved, version, settled }: EntityState): boolean {
  return !unresolved && version === settled;
}

/** States of entities, shared by all instances. @throws RetryableError when they cannot be reached. */
export type EntityStates = {
  load(ref: EntityRef): Promise<EntityState | null>;
  /**
   * Stores `next`, whose revision is one above that of `previous`, if the entity still has that revision; null: if it has no
   * state. @returns whether it did
   */
  swap(previous: EntityState | null, next: EntityState): Promise<boolean>;
  /** Entities whose read-back is due, the longest waiting first. */
  due(now: number, limit: number): Promise<readonly EntityRef[]>;
  /** How many read-backs are due, and since when the oldest is. */
  backlog(now: number): Promise<{ readonly entities: number; readonly oldestDueAt: number | null }>;
  /** Entities of a kind in a location in the order of their ids, those after `afterId`: what a comparison must also find. */
  list(
    of: Pick<EntityRef, 'kind' | 'locationId'>,
    page: { readonly afterId: string | null; readonly limit: number },
  ): Promise<readonly EntityState[]>;
};
