import type { Stream } from '@fundlens/read-models/definition';
import type { EventLog } from '@fundlens/read-models/event-log';

/** The projector's progress at one moment. */
export type Progress = {
  readonly logs: readonly EventLog[];
  /** Per model version and topic: the lowest `asOf` of its partitions, and how many partitions have one. */
  readonly models: readonly {
    readonly model: string;
    readonly topic: string;
    readonly asOf: number;
    readonly partitions: number;
  }[];
};

/** A model version that queries read, and the streams that it is made from. */
export type ServedVersion = { readonly version: string; readonly streams: readonly Stream[] };

/**
 * The version contains everything that its logs took up to this time: the lowest `asOf` over all partitions of its topics.
 * Null while a partition has no checkpoint. Epoch milliseconds.
 */
export function asOfVersion({ version, streams }: ServedVersion, { logs, models }: Progress): number | null {
  let lowest: number | null = null;
  for (const stream of streams) {
    const log = logs.find(({ _id }) => _id === stream);
    const progress = models.find(({ model, topic }) => model === version && topic === log?.topic);
    if (log === undefined || progress === undefined || progress.partitions < log.partitions) return null;
    lowest = Math.min(lowest ?? progress.asOf, progress.asOf);
  }
  return lowest;
}

/** The progress as last read. */
type Snapshot = {
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly progress: Progress;
  /** By model version; filled as versions are asked about. */
  readonly asOf: Map<string, number | null>;
};

/** An older snapshot is not used while it can be renewed. */
const MAX_AGE_MS = 1_000;
/** Renewal starts here, in the background, so that requests rarely wait for it. */
const RENEWED_AFTER_MS = 500;

export type DataAsOfOptions = {
  readonly load: () => Promise<Progress>;
  readonly onError: (error: unknown) => void;
  readonly monotonic: () => number;
};

export type AsOf = {
  /** Data read from now on is complete up to this time: the lowest over the versions. Null: unknown. */
  readonly asOf: number | null;
  /** Identifies the snapshot that `asOf` comes from: the same object for the same snapshot. */
  readonly snapshot: object;
};

/**
 * The projector's progress, at most a second old: one query each half second, however many requests ask. While it fails
 * the last snapshot stays in use: models only go forward, so an old `asOf` stays true and is merely low.
 */
export type DataAsOf = {
  before(versions: readonly ServedVersion[]): Promise<AsOf>;
  /** The logs that streams are read from, as far as the projector has published them. */
  logs(): Promise<readonly EventLog[]>;
};

export function createDataAsOf({ load, onError, monotonic }: DataAsOfOptions): DataAsOf {
  let snapshot: Snapshot = { startedAt: Number.NEGATIVE_INFINITY, progress: { logs: [], models: [] }, asOf: new Map() };
  let loading: Promise<void> | null = null;

  async function renew(startedAt: number): Promise<void> {
    try {
      snapshot = { startedAt, progress: await load(), asOf: new Map() };
    } catch (error) {
      // The old snapshot counts as fresh again, so that requests do not wait for one failing query after the other.
      // Whether a request can be answered at all is found out by its own reads.
      snapshot = { ...snapshot, startedAt };
      onError(error);
    } finally {
      loading = null;
    }
  }

  function asOf(version: ServedVersion): number | null {
    const known = snapshot.asOf.get(version.version);
    if (known !== undefined) return known;
    const computed = asOfVersion(version, snapshot.progress);
    snapshot.asOf.set(version.version, computed);
    return computed;
  }

  async function renewed(): Promise<void> {
    const now = monotonic();
    const age = now - snapshot.startedAt;
    if (age > RENEWED_AFTER_MS) loading ??= renew(now);
    if (age > MAX_AGE_MS) await loading;
  }

  return {
    async before(versions) {
      await renewed();
      let lowest: number | null = null;
      for (const version of versions) {
        const known = asOf(version);
        if (known === null) return { asOf: null, snapshot };
        lowest = Math.min(lowest ?? known, known);
      }
      return { asOf: lowest, snapshot };
    },
    async logs() {
      await renewed();
      return snapshot.progress.logs;
    },
  };
}
