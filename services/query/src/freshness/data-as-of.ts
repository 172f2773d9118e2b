import type { Stream } from '@fundlens/read-models/definition';
import type { EventLog } from '@fundlens/read-models/event-log';

/** The projector's progress at one moment. */
export type Progress = {
  readonly logs: readonly EventLog[];
  /** Per generation and topic: the lowest `asOf` of its partitions, and how many partitions have one. */
  readonly reached: readonly {
    readonly generation: number;
    readonly topic: string;
    readonly asOf: number;
    readonly partitions: number;
  }[];
};

/** What a request reads: a generation, and the streams that its models are made from. */
export type Served = { readonly generation: number; readonly streams: readonly Stream[] };

/**
 * The models contain everything that their logs took up to this time: the lowest `asOf` over all partitions of the topics.
 * Null while a partition has no checkpoint. Epoch milliseconds.
 */
export function asOfServed({ generation, streams }: Served, { logs, reached }: Progress): number | null {
  let lowest: number | null = null;
  for (const stream of streams) {
    const log = logs.find(({ _id }) => _id === stream);
    const found = reached.find((known) => known.generation === generation && known.topic === log?.topic);
    if (log === undefined || found === undefined || found.partitions < log.partitions) return null;
    lowest = Math.min(lowest ?? found.asOf, found.asOf);
  }
  return lowest;
}

/** The progress as last read. */
type Snapshot = {
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly progress: Progress;
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
  /** Data read from now on is complete up to this time: the lowest over the streams. Null: unknown. */
  readonly asOf: number | null;
  /** Identifies the snapshot that `asOf` comes from: the same object for the same snapshot. */
  readonly snapshot: object;
};

/**
 * The projector's progress, at most a second old: one query each half second, however many requests ask. While it fails
 * the last snapshot stays in use: models only go forward, so an old `asOf` stays true and is merely low.
 */
export type DataAsOf = {
  before(served: Served): Promise<AsOf>;
  /** The logs that streams are read from, as far as the projector has published them. */
  logs(): Promise<readonly EventLog[]>;
};

export function createDataAsOf({ load, onError, monotonic }: DataAsOfOptions): DataAsOf {
  let snapshot: Snapshot = { startedAt: Number.NEGATIVE_INFINITY, progress: { logs: [], reached: [] } };
  let loading: Promise<void> | null = null;

  async function renew(startedAt: number): Promise<void> {
    try {
      snapshot = { startedAt, progress: await load() };
    } catch (error) {
      // The old snapshot counts as fresh again, so that requests do not wait for one failing query after the other.
      // Whether a request can be answered at all is found out by its own reads.
      snapshot = { ...snapshot, startedAt };
      onError(error);
    } finally {
      loading = null;
    }
  }

  async function renewed(): Promise<void> {
    const now = monotonic();
    const age = now - snapshot.startedAt;
    if (age > RENEWED_AFTER_MS) loading ??= renew(now);
    if (age > MAX_AGE_MS) await loading;
  }

  return {
    async before(served) {
      await renewed();
      return { asOf: asOfServed(served, snapshot.progress), snapshot };
    },
    async logs() {
      await renewed();
      return snapshot.progress.logs;
    },
  };
}
