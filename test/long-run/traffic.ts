import type { ChaosLoad } from '../chaos/chaos-load.ts';

export type TrafficOptions = {
  readonly load: Pick<ChaosLoad, 'run'>;
  /** Starts the readers; each resolves after the signal aborts. */
  readonly readers: (signal: AbortSignal) => readonly Promise<void>[];
  readonly signal: AbortSignal;
};

/** A publisher and readers at work beside what a long run does to the system. */
export type Traffic = {
  /** Why publishing ended before it was stopped, one line each. */
  readonly failures: readonly string[];
  /** Resolves when the batch at hand is acknowledged. Readers go on. */
  stopPublishing(): Promise<void>;
  stop(): Promise<void>;
};

export function startTraffic({ load, readers, signal }: TrafficOptions): Traffic {
  const [published, over] = [new AbortController(), new AbortController()];
  const failures: string[] = [];
  const publishing = load.run(AbortSignal.any([signal, published.signal])).catch((error: unknown) => {
    if (!signal.aborted) failures.push(`publishing ended: ${error instanceof Error ? error.message : String(error)}`);
  });
  const reading = readers(AbortSignal.any([signal, over.signal]));
  return {
    failures,
    async stopPublishing() {
      published.abort();
      await publishing;
    },
    async stop() {
      published.abort();
      over.abort();
      await Promise.all([publishing, ...reading]);
    },
  };
}
