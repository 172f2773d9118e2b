import type { Tally } from './tally.ts';
import type { WalkState } from './walk.ts';

export const walkPurposes = ['backfill', 'sweep'] as const;
export type WalkPurpose = (typeof walkPurposes)[number];

/** What is walked: one location, for one purpose. */
export type WalkName = { readonly purpose: WalkPurpose; readonly locationId: string };

/** A walk that this process has claimed: only it goes on with the walk while the lease lasts. */
export type ClaimedWalk<Place> = WalkName & {
  /** Epoch milliseconds; stays the same while the walk is resumed. */
  readonly startedAt: number;
  readonly state: WalkState<Place>;
};

/** What is known of a walk, for tables and metrics. Instants are epoch milliseconds. */
export type WalkSummary = WalkName & {
  /** Null: it never began. */
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** When the last walk that finished had begun: everything that was lost before is repaired. */
  readonly completeAsOf: number | null;
  /** When the last try was claimed. */
  readonly triedAt: number | null;
  /** Code of the failure that ended the last try; null: none. */
  readonly failure: string | null;
  readonly tally: Tally;
};

/** Where walks stand, shared by all processes. @throws RetryableError when it cannot be reached. */
export type WalkRecords<Place> = {
  /**
   * Begins a walk, or goes on with one that has not finished. `again`: begins anew also then.
   * @returns null while another process works on it
   */
  claim(
    name: WalkName,
    options: { readonly first: Place; readonly again: boolean },
  ): Promise<ClaimedWalk<Place> | null>;
  /** @throws RetryableError `walk_lost` when the lease was lost to another process. */
  save(walk: ClaimedWalk<Place>, state: WalkState<Place>): Promise<void>;
  /** Keeps the claim during a long step. @throws RetryableError `walk_lost` */
  renew(walk: ClaimedWalk<Place>): Promise<void>;
  /** Ends the claim. A failure stays recorded until the walk finishes. */
  release(walk: ClaimedWalk<Place>, failure: string | null): Promise<void>;
  /** Makes the location known to sweeps; harmless for one that is. */
  register(name: WalkName): Promise<void>;
  summaries(purpose: WalkPurpose): Promise<readonly WalkSummary[]>;
};
