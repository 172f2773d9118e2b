import type { DataOf, Schemas } from './api-shapes.ts';

type ChangesPage = DataOf<'/changes'>;

/** What one poll has told. */
export type ChangeBatch = {
  /** In the order in which the event log took them; empty when nothing has changed. */
  readonly changes: readonly Schemas['Change'][];
  /** Where to go on: keep it once the changes are applied, and begin with it after a restart. */
  readonly cursor: string;
  /** Everything until this instant is told. */
  readonly upTo: string;
  /** Everything is told, and no change is late: see `delayedSince`. */
  readonly caughtUp: boolean;
  /** `upTo` while that is more than a minute ago: changes since then may be missing, and are told later. Null: none is late. */
  readonly delayedSince: string | null;
  /** The read models were rebuilt by other rules: everything is told once more. */
  readonly resync: boolean;
};

export type FollowOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Pause between polls once everything is told. Milliseconds; default: 5,000. */
  readonly pollMs?: number | undefined;
  /** Told of every failure that is waited out, e.g. to log it. */
  readonly onOutage?: ((failure: unknown) => void) | undefined;
};

/** A change is told some seconds after its event, so a shorter pause spends quota for little. */
export const POLL_MS = 5_000;

/** What a page of `/changes` has told. */
export function batchOf({ changes, nextCursor, upTo, delayedSince, resync, hasMore }: ChangesPage): ChangeBatch {
  return { changes, cursor: nextCursor, upTo, delayedSince, resync, caughtUp: !hasMore && delayedSince === null };
}
