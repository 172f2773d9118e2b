import type { Publishable } from '@fundlens/contracts/publisher';

/** Publishes events when they are due, however long others take. */
export type SteadyPublisher = {
  /** Events that the log has acknowledged. */
  acknowledged(): number;
  /** @throws when one could not be published */
  stop(): Promise<void>;
};

export type SteadyPublisherOptions = {
  readonly publish: (events: readonly Publishable[]) => Promise<unknown>;
  readonly eventsPerSecond: number;
  /** Counts from 0. Called when it is due, by `performance.now`. */
  readonly next: (index: number, dueAt: number) => Publishable;
  /** Milliseconds from when an event was due. */
  readonly onAcknowledged?: (latencyMs: number) => void;
};

/** What is due in between is published together. */
const TICK_MS = 5;

export function publishSteadily(options: SteadyPublisherOptions): SteadyPublisher {
  const { publish, eventsPerSecond, next, onAcknowledged } = options;
  const began = performance.now();
  const underWay = new Set<Promise<void>>();
  let made = 0;
  let acknowledged = 0;
  let failure: { readonly error: unknown } | undefined;

  const ticking = setInterval(() => {
    const due = ((performance.now() - began) * eventsPerSecond) / 1_000;
    const events: Publishable[] = [];
    const times: number[] = [];
    for (; made < due; made += 1) {
      const dueAt = began + (made * 1_000) / eventsPerSecond;
      times.push(dueAt);
      events.push(next(made, dueAt));
    }
    if (events.length === 0) return;
    const published = publish(events).then(
      () => {
        acknowledged += events.length;
        const now = performance.now();
        for (const dueAt of times) onAcknowledged?.(now - dueAt);
      },
      (error: unknown) => {
        failure ??= { error };
      },
    );
    underWay.add(published);
    void published.then(() => underWay.delete(published));
  }, TICK_MS);

  return {
    acknowledged: () => acknowledged,
    async stop() {
      clearInterval(ticking);
      await Promise.all(underWay);
      if (failure !== undefined) throw failure.error;
    },
  };
}
