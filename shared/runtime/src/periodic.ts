import { type Sleep, sleep } from './backoff.ts';
import type { Component } from './lifecycle.ts';

type PeriodicOptions = {
  /** In lower-case words. */
  readonly name: string;
  /** Between the end of the work and its next beginning. */
  readonly everyMs: number;
  /** The work begins when the first interval is over, instead of at once. */
  readonly waitsFirst?: boolean;
  /** It ends soon when the component stops. */
  readonly work: (stopping: AbortSignal) => Promise<void>;
  /** Called when the work has failed: it is done again at its next time. Must not throw. Absent: it never fails. */
  readonly onError?: (error: unknown) => void;
  /** Replaced in simulated time. */
  readonly sleep?: Sleep | undefined;
};

/** Does its work again and again, one at a time, until it stops: then it waits for the work in hand. */
export function createPeriodic(options: PeriodicOptions): Component {
  const { name, everyMs, waitsFirst = false, onError, sleep: wait = sleep } = options;
  const stopping = new AbortController();
  const work = () => options.work(stopping.signal).catch(onError);
  let running: Promise<void> = Promise.resolve();
  return {
    name,
    async start() {
      running = (async () => {
        if (!waitsFirst) await work();
        while (await wait(everyMs, stopping.signal)) await work();
      })();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
