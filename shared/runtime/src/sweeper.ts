import { type Sleep, sleep } from './backoff.ts';
import { failureCode } from './errors.ts';
import type { Component } from './lifecycle.ts';
import type { Logger } from './logger.ts';

/** Bounds one sweep; what waits longest comes first, and the next sweep takes the others. */
const MAX_KEYS_PER_SWEEP = 500;

/** What waits to be done. `dirtySince`: epoch milliseconds of the oldest; null when nothing waits. */
export type Backlog = { readonly documents: number; readonly dirtySince: number | null };

export type SweeperOptions = {
  /** What is swept, in lower-case words. */
  readonly name: string;
  readonly backlog: () => Promise<Backlog>;
  /** Keys of what waits, longest waiting first. Asked for only when there is a backlog. */
  readonly waiting: (limit: number) => Promise<readonly string[]>;
  readonly work: (key: string) => Promise<void>;
  /** Milliseconds between two sweeps. */
  readonly intervalMs: number;
  readonly onSwept: (backlog: Backlog) => void;
  /** Null: the last sweep found nothing wrong. */
  readonly onTrouble: (code: string | null) => void;
  readonly logger: Logger;
  /** Passed in where time is not that of this process. */
  readonly sleep?: Sleep;
};

/**
 * Finds what is due by itself, whatever has become of its wake-ups, and does it: nothing needs Redis to become right. A key
 * whose work fails does not keep the others waiting.
 */
export function createSweeper(options: SweeperOptions): Component & { sweep(): Promise<void> } {
  const { name, backlog, waiting, work, onSwept, onTrouble, logger, sleep: wait = sleep } = options;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function sweep(): Promise<void> {
    let trouble: string | null = null;
    try {
      const found = await backlog();
      onSwept(found);
      if (found.documents === 0) return onTrouble(null);
      for (const key of await waiting(MAX_KEYS_PER_SWEEP)) {
        if (stopping.signal.aborted) return;
        trouble = (await troubleOf(key)) ?? trouble;
      }
      onSwept(await backlog());
    } catch (error) {
      logger.warn({ sweep: name, error }, 'a sweep is not finished');
      trouble = failureCode(error);
    }
    onTrouble(trouble);
  }

  async function troubleOf(key: string): Promise<string | null> {
    try {
      await work(key);
      return null;
    } catch (error) {
      logger.error({ sweep: name, error, key }, 'what a sweep has found is not done');
      return failureCode(error);
    }
  }

  async function run(): Promise<void> {
    do await sweep();
    while (await wait(options.intervalMs, stopping.signal));
  }

  return {
    name: `sweeper of ${name}`,
    sweep,
    async start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
