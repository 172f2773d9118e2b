import type { ReadModelName } from './definition.ts';

/** One document: there is at most one rebuild at a time, and this is the last one. */
export const REBUILDS = 'rebuilds';
export const REBUILD_ID = 'rebuild';

/**
 * - `rendering`: the new versions are filled from the slots of the active ones; only of a run `fromSlots`
 * - `replaying`: the log is applied to the new versions from its beginning, and until the grace time has ended
 * - `indexing`, `deriving`: indexes are built; dashboards are made
 * - `comparing`: with the active versions; `refused` when they differ
 * - `announced`: about to switch
 * - `tailing`: switched; the versions before are kept for the grace time
 * - `dropping`, `finished`: the versions before are removed
 * - `aborting`, `aborted`: the new versions are removed
 */
export type RebuildPhase =
  | 'rendering'
  | 'replaying'
  | 'indexing'
  | 'deriving'
  | 'comparing'
  | 'refused'
  | 'announced'
  | 'tailing'
  | 'dropping'
  | 'finished'
  | 'aborting'
  | 'aborted';

/** What each phase means, for the operator. */
export const PHASE_MEANINGS: Readonly<Record<RebuildPhase, string>> = {
  rendering: 'the new versions are rendered anew from the slots of those that are read',
  replaying: 'the new versions take the logs: from their beginning, or from where the rendered versions were',
  indexing: 'indexes are built',
  deriving: 'dashboards are made',
  comparing: 'the new versions are compared with those that are read',
  refused:
    'the versions differ; nothing is switched. Check them, then repeat it with --accept-differences, or abort it',
  announced: 'about to switch',
  tailing: 'switched; the versions before are kept for the grace time',
  dropping: 'the versions before are removed',
  finished: 'done',
  aborting: 'the new versions are removed',
  aborted: 'the new versions are removed; nothing was switched',
};

export type RebuiltModel = { readonly name: ReadModelName; readonly from: number; readonly to: number };

/** How many models are done, and the last key of the next one that is done; null: none yet. */
export type RenderedUpTo = { readonly models: number; readonly after: string | null };

/** Names a document and a part of it, never content. */
export type Difference = { readonly model: string; readonly key: string; readonly what: string };

export type ComparisonReport = {
  readonly documents: number;
  readonly different: number;
  /** Only the new version has their changes, because the projectors lag behind. */
  readonly ahead: number;
  /** Copied from the version before: erasures, and slots that a compacted log has lost. */
  readonly carried: number;
  /** Only the new version has events of open dead letters that are now valid: they are settled after the switch. */
  readonly settling: number;
  readonly examples: readonly Difference[];
};

export type RebuildProgress = {
  readonly events: number;
  readonly total: number;
  readonly eventsPerSecond: number;
  /** Null while it is not known. */
  readonly secondsLeft: number | null;
};

/** Instants in epoch milliseconds. */
export type RebuildRun = {
  readonly _id: typeof REBUILD_ID;
  readonly runId: string;
  readonly models: readonly RebuiltModel[];
  readonly phase: RebuildPhase;
  /** The process that works on it; null: none. */
  readonly owner: string | null;
  readonly leaseUntil: number;
  readonly startedAt: number;
  readonly switchedAt: number | null;
  readonly graceMs: number;
  readonly abortRequested: boolean;
  readonly progress: RebuildProgress | null;
  readonly comparison: ComparisonReport | null;
  /** Open dead letters that were valid and are replayed; null or absent before the switch. */
  readonly settledLetters?: number | null;
  /** The new versions begin with the slots and checkpoints of the active ones, not with the beginning of the logs. */
  readonly fromSlots?: boolean;
  /** How far documents are rendered anew; null or absent before the first ones. */
  readonly renderedUpTo?: RenderedUpTo | null;
};

export function hasEnded({ phase }: Pick<RebuildRun, 'phase'>): boolean {
  return phase === 'finished' || phase === 'aborted';
}

/** Whether readers use the new versions: then the run cannot be undone. */
export function hasSwitched({ phase, switchedAt }: Pick<RebuildRun, 'phase' | 'switchedAt'>): boolean {
  return switchedAt !== null || phase === 'dropping' || phase === 'finished';
}
