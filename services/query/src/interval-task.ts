import { sleep } from '@fundlens/runtime/backoff';

export type IntervalTask = {
  start(): void;
  /** Resolves when the run in progress has ended; none starts after it. */
  stop(): Promise<void>;
};

/** Runs a task at an interval, one run at a time. A failed run is reported and followed by the next one. */
export function createIntervalTask(options: {
  readonly intervalMs: number;
  readonly task: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}): IntervalTask {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    while (await sleep(options.intervalMs, stopping.signal)) {
      await options.task().catch(options.onError);
    }
  }

  return {
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
