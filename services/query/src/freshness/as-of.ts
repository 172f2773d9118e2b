import { within } from '@fundlens/contracts/deadline';
import type { ReadModelName, Stream } from '@fundlens/read-models/definition';
import { definitionOf, readModels as definitions } from '@fundlens/read-models/definitions';
import type { EventLog } from '@fundlens/read-models/event-log';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Clock } from '../clock.ts';

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

/** How old what readers get of a read model is. `ageMs` null: not known. */
export type DataAge = { readonly model: string; readonly ageMs: number | null };

/** The streams that the models are made from. */
export function streamsOf(models: readonly ReadModelName[]): readonly Stream[] {
  return [...new Set(models.flatMap((name) => definitionOf(name).streams))];
}

/**
 * The models contain everything that their logs took up to this time: the lowest `asOf` over all partitions of the topics.
 * Null while a partition has no checkpoint. Epoch milliseconds.
 */
export function asOfServed(generation: number, streams: readonly Stream[], progress: Progress): number | null {
  let lowest: number | null = null;
  for (const stream of streams) {
    const log = progress.logs.find(({ _id }) => _id === stream);
    const found = progress.reached.find((known) => known.generation === generation && known.topic === log?.topic);
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
  /**
   * When the log took the first event that dashboards may not count, by generation and locations. **Invariant**: each was
   * asked after the progress was read. What was applied by then is counted, or found here; windows only go forward, so that
   * this holds for every later read as well.
   */
  readonly uncounted: Map<string, Promise<number | null>>;
};

/** An older snapshot is not used while it can be renewed. */
const MAX_AGE_MS = 1_000;
/** Renewal starts here, in the background, so that requests rarely wait for it. */
const RENEWED_AFTER_MS = 500;
/** A scrape must not wait longer for a MongoDB that is silent: a scrape that times out loses the other series too. */
const SCRAPE_MS = 500;
const MODELS = definitions.filter(({ streams }) => streams.length > 0);

export type AsOfOptions = {
  readonly progress: () => Promise<Progress>;
  readonly generation: () => Promise<number>;
  readonly uncountedSince: (locationIds: readonly string[]) => Promise<number | null>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
};

export type AsOf = ReturnType<typeof createAsOf>;

/**
 * The projector's progress, at most a second old: one query each half second, however many requests ask. While it fails
 * the last snapshot stays in use: models only go forward, so an old `asOf` stays true and is merely low.
 */
export function createAsOf({ progress: load, generation, uncountedSince, clock, onError }: AsOfOptions) {
  let snapshot: Snapshot = {
    startedAt: Number.NEGATIVE_INFINITY,
    progress: { logs: [], reached: [] },
    uncounted: new Map(),
  };
  let loading: Promise<void> | null = null;

  async function renew(startedAt: number): Promise<void> {
    try {
      snapshot = { startedAt, progress: await load(), uncounted: new Map() };
    } catch (error) {
      // The old snapshot counts as fresh again, so that requests do not wait for one failing query after the other.
      // Whether a request can be answered at all is found out by its own reads.
      snapshot = { ...snapshot, startedAt };
      onError(error);
    } finally {
      loading = null;
    }
  }

  async function renewed(): Promise<Snapshot> {
    const now = clock.monotonic();
    const age = now - snapshot.startedAt;
    if (age > RENEWED_AFTER_MS) loading ??= renew(now);
    if (age > MAX_AGE_MS) await loading;
    return snapshot;
  }

  /** A popular dashboard costs one query for each snapshot. */
  function uncountedIn({ uncounted }: Snapshot, served: number, locationIds: readonly string[]) {
    const key = JSON.stringify([served, locationIds]);
    const known = uncounted.get(key);
    if (known !== undefined) return known;
    const asked = uncountedSince(locationIds);
    uncounted.set(key, asked);
    // A failure goes to the requests that wait for this question; the next request asks again.
    asked.catch(() => uncounted.delete(key));
    return asked;
  }

  return {
    /**
     * Data that is read from now on is complete up to this time, in epoch milliseconds; null: not known. **Invariant**: it
     * is asked before the route reads: read models only go forward.
     * @param locationIds the checked locations, whose dashboards count where the route reads dashboards.
     */
    async of(reads: readonly ReadModelName[], locationIds: readonly string[]): Promise<number | null> {
      if (reads.length === 0) return null;
      const [served, current] = [await generation(), await renewed()];
      const asOf = asOfServed(served, streamsOf(reads), current.progress);
      if (asOf === null || !reads.includes('dashboard_windows')) return asOf;
      const since = await uncountedIn(current, served, locationIds);
      return since === null ? asOf : Math.min(asOf, since - 1);
    },

    /** The logs that streams are read from, as far as the projector has published them. */
    logs: async (): Promise<readonly EventLog[]> => (await renewed()).progress.logs,

    /** Read anew, for a scrape. Rejects while MongoDB does not answer. */
    ages(): Promise<DataAge[]> {
      const ages = async () => {
        const [progress, served] = [await load(), await generation()];
        return MODELS.map(({ name, streams }) => {
          const asOf = asOfServed(served, streams, progress);
          return { model: name, ageMs: asOf === null ? null : Math.max(0, clock.now() - asOf) };
        });
      };
      const silent = () => new RetryableError('mongodb_unavailable', 'MongoDB does not answer a scrape.');
      return within(SCRAPE_MS, ages(), silent);
    },
  };
}
