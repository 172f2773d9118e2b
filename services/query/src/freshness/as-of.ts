import { within } from '@fundlens/runtime/deadline';
import type { ReadModelName, Stream } from '@fundlens/read-models/definition';
import { definitionOf, readModels as definitions } from '@fundlens/read-models/definitions';
import type { EventLog } from '@fundlens/read-models/event-log';
import { RetryableError } from '@fundlens/runtime/errors';
import { createFreshCache } from '../fresh-cache.ts';
import type { ProcessContext } from '../process-context.ts';
import { uncountedSince } from '../queries/dashboards.ts';
import type { ReadModels, ServedModels } from '../queries/read-models-store.ts';
import type { FreshnessStore, Progress } from './freshness-store.ts';

/** The streams that the models are made from. */
export function streamsOf(models: readonly ReadModelName[]): readonly Stream[] {
  return [...new Set(models.flatMap((name) => definitionOf(name).streams))];
}

/**
 * The models contain everything that their logs took up to this time: the lowest `asOf` over all partitions of the topics.
 * Null while a partition has no checkpoint. Epoch milliseconds.
 */
function asOfServed(streams: readonly Stream[], { logs, reached }: Progress): number | null {
  let lowest = Number.POSITIVE_INFINITY;
  for (const stream of streams) {
    const log = logs.find(({ _id }) => _id === stream);
    const known = reached.get(log?.topic ?? '');
    if (log === undefined || known === undefined || known.partitions < log.partitions) return null;
    lowest = Math.min(lowest, known.asOf);
  }
  return lowest;
}

type Snapshot = {
  readonly progress: Progress;
  /**
   * When the log took the first event that dashboards may not count, by locations. **Invariant**: each was asked after the
   * progress was read. What was applied by then is counted, or found here; windows only go forward, so that this holds for
   * every later read as well. A popular dashboard costs one query for each snapshot.
   */
  readonly uncounted: Map<string, Promise<number | null>>;
};

const MAX_AGE_MS = 1_000;
/** Around a switch of generations both are asked for. */
const MAX_GENERATIONS = 2;
/** A scrape must not wait longer for a MongoDB that is silent: a scrape that times out loses the other series too. */
const SCRAPE_MS = 500;
const MODELS = definitions.filter(({ streams }) => streams.length > 0);

/** What freshness is read from. */
export type FreshnessParts = Pick<ProcessContext, 'clock' | 'metrics'> & {
  readonly freshnessStore: FreshnessStore;
  readonly readModels: Pick<ReadModels, 'serving' | 'generation'>;
};

export type AsOf = ReturnType<typeof createAsOf>;

/** The projector's progress, at most a second old, however many requests ask. Each function rejects while MongoDB is away. */
export function createAsOf({ freshnessStore, readModels, clock }: FreshnessParts) {
  const snapshots = createFreshCache<Snapshot>({
    maxAgeMs: MAX_AGE_MS,
    maxEntries: MAX_GENERATIONS,
    monotonic: clock.monotonic,
    load: async (served) => ({ progress: await freshnessStore.progress(Number(served)), uncounted: new Map() }),
  });
  const snapshot = async () => snapshots(String(await readModels.generation()));

  function uncountedIn({ uncounted }: Snapshot, served: ServedModels, locationIds: readonly string[]) {
    const key = locationIds.join();
    const asked = uncounted.get(key) ?? uncountedSince(served, locationIds);
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
    async of(served: ServedModels, reads: readonly ReadModelName[], locationIds: readonly string[]) {
      if (reads.length === 0) return null;
      const current = await snapshots(String(served.generation));
      const asOf = asOfServed(streamsOf(reads), current.progress);
      if (asOf === null || !reads.includes('dashboard_windows')) return asOf;
      const since = await uncountedIn(current, served, locationIds);
      return since === null ? asOf : Math.min(asOf, since - 1);
    },

    /** The logs that streams are read from, as far as the projector has published them. */
    logs: async (): Promise<readonly EventLog[]> => (await snapshot()).progress.logs,

    /** How old what readers get of each read model is, for a scrape. `ageMs` null: not known. */
    async ages(): Promise<readonly { readonly model: string; readonly ageMs: number | null }[]> {
      const silent = () => new RetryableError('mongodb_unavailable', 'MongoDB does not answer a scrape.');
      const { progress } = await within(SCRAPE_MS, snapshot(), silent);
      return MODELS.map(({ name, streams }) => {
        const asOf = asOfServed(streams, progress);
        return { model: name, ageMs: asOf === null ? null : Math.max(0, clock.now() - asOf) };
      });
    },
  };
}
