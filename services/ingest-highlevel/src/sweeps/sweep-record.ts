import type { SweepPlace } from './sweep-place.ts';

/** A sweep that this process has claimed: only it goes on with it while the lease lasts. */
export type ClaimedSweep = {
  readonly locationId: string;
  /** Epoch milliseconds; stays the same while the sweep is resumed. */
  readonly startedAt: number;
  readonly place: SweepPlace | null;
};

/** What is known of a location's sweeps. Instants are epoch milliseconds. */
export type SweepRecord = {
  readonly locationId: string;
  /** When the last sweep that finished had begun: everything that was lost before is marked. */
  readonly completeAsOf: number | null;
  /** When the last try was claimed. */
  readonly triedAt: number | null;
  /** Code of the failure that ended the last try; null: none. */
  readonly failure: string | null;
  /** `backfill` asked for a sweep, and none has begun since. */
  readonly wanted: boolean;
  /** Null: no sweep is under way. */
  readonly place: SweepPlace | null;
};

/** Where sweeps stand, shared by all processes. @throws RetryableError when it cannot be reached. */
export type SweepRecords = {
  /** Makes the location known; harmless for one that is. */
  register(locationId: string): Promise<void>;
  /** Begins a sweep, or goes on with one that has not finished. Null: another process works on it. */
  claim(locationId: string): Promise<ClaimedSweep | null>;
  /** @throws RetryableError `sweep_lost` when the lease was lost to another process. */
  save(sweep: ClaimedSweep, place: SweepPlace | null): Promise<void>;
  /** Keeps the claim during a long step. @throws RetryableError `sweep_lost` */
  renew(sweep: ClaimedSweep): Promise<void>;
  /** Ends the claim. A failure stays recorded until the sweep finishes. */
  release(sweep: ClaimedSweep, failure: string | null): Promise<void>;
  all(): Promise<readonly SweepRecord[]>;
};
