import { type Sleep, sleep } from './backoff.ts';
import type { Component } from './lifecycle.ts';

type PeriodicOptions = {
  /** In lower-case words. */
  readonly name: string;
  /** Between the end of the work and its next beginning. */
  readonly everyMs: number;
  /** The work begins when the first interval is over, instead of at once. */
  readonly waitsFirst?: boolean;
  /** Must not reject. It ends soon when the component stops. */
  readonly work: (stopping: AbortSignal) => Promise<void>;
  /** Replaced in simulated time. */
  readonly sleep?: Sleep | undefined;
};

/** Does its work again and again, one at a time, until it stops: then it waits for the work in hand. */
export function createPeriodic(options: PeriodicOptions): Component {
  const { name, everyMs, waitsFirst = false, work, sleep: wait = sleep } = options;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  return {
    name,
    async start() {
      running = (async () => {
        if (!waitsFirst) await work(stopping.signal);
        while (await wait(everyMs, stopping.signal)) await work(stopping.signal);
      })();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
