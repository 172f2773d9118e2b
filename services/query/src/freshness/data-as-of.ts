import type { Stream } from '@fundlens/read-models/definition';
import type { EventLog } from '@fundlens/read-models/event-log';

/** What the projector told of its progress at one moment. */
export type Progress = {
  readonly logs: readonly EventLog[];
  /** Per model version and topic: the lowest `asOf` of its partitions, and of how many partitions there is one. */
  readonly models: readonly {
    readonly model: string;
    readonly topic: string;
    readonly asOf: number;
    readonly partitions: number;
  }[];
};

/** A model version and what feeds it. */
export type Fed = { readonly version: string; readonly streams: readonly Stream[] };

/**
 * Up to when everything that the logs had taken is in the model: the lowest over all partitions of all its topics. Null
 * while one of them has never been read to anywhere, because then nobody can tell. Epoch milliseconds.
 */
export function asOfModel({ version, streams }: Fed, { logs, models }: Progress): number | null {
  let lowest: number | null = null;
  for (const stream of streams) {
    const log = logs.find(({ _id }) => _id === stream);
    const reached = models.find(({ model, topic }) => model === version && topic === log?.topic);
    if (log === undefined || reached === undefined || reached.partitions < log.partitions) return null;
    lowest = Math.min(lowest ?? reached.asOf, reached.asOf);
  }
  return lowest;
}

type Known = {
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly progress: Progress;
  /** By model version, as far as somebody has asked. */
  readonly asOf: Map<string, number | null>;
};

/** What of the progress is a second old is read again; half of it before anybody has to wait for that. */
const MAX_AGE_MS = 1_000;
const RENEWED_AFTER_MS = 500;

export type DataAsOfOptions = {
  /** @throws when nobody can be asked. */
  readonly load: () => Promise<Progress>;
  readonly onError: (error: unknown) => void;
  readonly monotonic: () => number;
};

export type AsOf = {
  /** Up to when data that is read from now on is complete: the lowest over the models. Null: nobody can tell. */
  readonly asOf: number | null;
  /** Stands for the moment at which the projector told it; one object for all who are told the same. */
  readonly told: object;
};

/**
 * What the projector told a second ago at most. One question each half second, whoever asks; while none is answered the
 * last answer stands: models only go forward, so what was true of them stays true and is only told too modestly.
 */
export type DataAsOf = {
  before(models: readonly Fed[]): Promise<AsOf>;
  /** Where the streams are read from, as far as it has been told. */
  logs(): Promise<readonly EventLog[]>;
};

export function createDataAsOf({ load, onError, monotonic }: DataAsOfOptions): DataAsOf {
  let known: Known = { startedAt: Number.NEGATIVE_INFINITY, progress: { logs: [], models: [] }, asOf: new Map() };
  let loading: Promise<void> | null = null;

  async function renew(startedAt: number): Promise<void> {
    try {
      known = { startedAt, progress: await load(), asOf: new Map() };
    } catch (error) {
      // What is known stands; the request goes on and finds out by itself whether it can be answered. The next question
      // comes no sooner than after an answer: those who ask meanwhile do not wait for one outage after the other.
      known = { ...known, startedAt };
      onError(error);
    } finally {
      loading = null;
    }
  }

  function asOf(model: Fed): number | null {
    const found = known.asOf.get(model.version);
    if (found !== undefined) return found;
    const computed = asOfModel(model, known.progress);
    known.asOf.set(model.version, computed);
    return computed;
  }

  async function renewed(): Promise<void> {
    const now = monotonic();
    const age = now - known.startedAt;
    if (age > RENEWED_AFTER_MS) loading ??= renew(now);
    if (age > MAX_AGE_MS) await loading;
  }

  return {
    async before(models) {
      await renewed();
      let lowest: number | null = null;
      for (const model of models) {
        const reached = asOf(model);
        if (reached === null) return { asOf: null, told: known };
        lowest = Math.min(lowest ?? reached, reached);
      }
      return { asOf: lowest, told: known };
    },
    async logs() {
      await renewed();
      return known.progress.logs;
    },
  };
}
