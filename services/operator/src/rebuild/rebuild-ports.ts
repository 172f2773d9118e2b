import type { ReadModelName } from '@fundlens/read-models/definition';
import type { Backoff } from '@fundlens/runtime/backoff';
import type { Logger } from '@fundlens/runtime/logger';
import type { FingerprintOf } from '@fundlens/projection/versions/fingerprint';
import type { VersionStore } from '@fundlens/projection/versions/version-store';
import type { Barriers } from './barriers.ts';
import type { ComparisonReport, RebuildRun } from '@fundlens/read-models/rebuild-run';
import type { RenderFromSlots } from './render-from-slots.ts';
import type { RunStore } from './run-store.ts';

/** Applies the log to the new versions, from their checkpoints until it is stopped. */
export type Replay = {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Why the replay has stopped for good, as a code; null: it runs. */
  trouble(): string | null;
};

/** What one process works on a run with. */
export type Attempt = {
  /** Fills the new versions from the slots of the active ones; before the replay. */
  readonly renderFromSlots: RenderFromSlots;
  readonly replay: Replay;
  readonly barriers: Barriers;
  /** Keeps the dashboards of the new versions up to date from now on; resolves when none is behind. */
  derive(): Promise<void>;
  compare(): Promise<ComparisonReport>;
  /** How many dead letters of the rebuilt streams are discarded. */
  deadLettersDiscarded(): Promise<number>;
  /** Replays open dead letters that are now valid, into every version. @returns how many this rebuild has replayed so far. */
  settleDeadLetters(): Promise<number>;
  /** Stores the events that only the rebuild has set aside as dead letters. */
  adoptDeadLetters(): Promise<void>;
  /** Removes the rebuild's own dead letters. */
  clear(): Promise<void>;
};

export type RebuildOptions = {
  readonly runs: RunStore;
  readonly versions: VersionStore;
  /** What this process makes documents with. */
  readonly fingerprint: FingerprintOf;
  /** `pause` waits a moment and throws when the process has to leave the run. */
  readonly open: (run: RebuildRun, owner: string, pause: () => Promise<void>) => Promise<Attempt>;
  readonly standInIndexes: boolean;
  readonly newId: () => string;
  readonly createBackoff: () => Backoff;
  readonly clock: () => number;
  readonly logger: Logger;
  /** Default: ANNOUNCE_MS, WITHDRAW_MS. */
  readonly announceMs?: number;
  readonly withdrawMs?: number;
  /** Called every second or so. */
  readonly onProgress: (run: RebuildRun) => void;
};

export type RebuildRequest = {
  readonly models: readonly ReadModelName[];
  readonly graceMs: number;
  readonly acceptDifferences: boolean;
  /** Confirms that the new documents are made otherwise than the active ones. */
  readonly newFingerprint?: boolean;
  /**
   * Renders the new versions from the slots of the active ones. Default: only when nothing but the views is made
   * otherwise.
   */
  readonly fromSlots?: boolean;
};

/**
 * A request takes its version from a pointer that is at most a second old, may wait five seconds for a position, and then
 * reads. Readers know the next version for longer than that before they use it.
 */
export const ANNOUNCE_MS = 8_000;
/** Until a withdrawn version is neither read nor written: readers and projectors load the versions every second. */
export const WITHDRAW_MS = 2_500;
