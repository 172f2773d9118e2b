import { sleep } from '@fundlens/runtime/backoff';
import type { Stream } from '@fundlens/read-models/definition';
import type { Component } from '@fundlens/runtime/lifecycle';

export const HISTORY_MS = 6 * 3_600_000;
export const MINUTE_MS = 60_000;

export type StreamFigures = {
  /** Null while it is not known. */
  readonly lag: number | null;
  readonly ageMs: number | null;
};

/** Lag and age of one minute. */
export type Sample = {
  /** Epoch milliseconds of the beginning of the minute. */
  readonly at: number;
  readonly streams: Readonly<Record<Stream, StreamFigures>>;
};

export type HistoryStore = {
  load(since: number): Promise<readonly Sample[]>;
  /** Keeps a minute that another process has stored. */
  store(samples: readonly Sample[]): Promise<void>;
};

export type History = Component & { samples(): readonly Sample[] };

type HistoryOptions = {
  readonly store: HistoryStore;
  /** The figures of this moment. */
  readonly measure: () => Promise<Sample['streams']>;
  readonly clock: () => number;
};

/**
 * One sample a minute, in memory for the page and in MongoDB, so that a restart keeps the plots. Samples of an outage of
 * MongoDB are stored when it is back.
 */
export function createHistory({ store, measure, clock }: HistoryOptions): History {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let samples: readonly Sample[] = [];
  let unsaved: readonly Sample[] = [];
  let isLoaded = false;

  async function exchange(): Promise<void> {
    try {
      await store.store(unsaved);
      unsaved = [];
      if (!isLoaded) samples = merged(await store.load(clock() - HISTORY_MS), samples);
      isLoaded = true;
    } catch {
      // The next minute tries again; health shows that MongoDB is away.
    }
  }

  async function tick(): Promise<void> {
    const now = clock();
    const sample = { at: Math.floor(now / MINUTE_MS) * MINUTE_MS, streams: await measure() };
    const isRecent = ({ at }: Sample) => at > now - HISTORY_MS;
    samples = merged(samples, [sample]).filter(isRecent);
    unsaved = merged(unsaved, [sample]).filter(isRecent);
    await exchange();
  }

  return {
    name: 'console history',
    samples: () => samples,
    async start() {
      running = (async () => {
        do await tick();
        while (await sleep(MINUTE_MS - (clock() % MINUTE_MS), stopping.signal));
      })();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** In the order of time; of two samples of a minute the one in `first`. */
function merged(first: readonly Sample[], second: readonly Sample[]): Sample[] {
  const byMinute = new Map([...second, ...first].map((sample) => [sample.at, sample]));
  return [...byMinute.values()].sort((a, b) => a.at - b.at);
}
