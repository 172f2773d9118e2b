import type { Sleep } from './backoff.ts';
import { failureCode } from './errors.ts';
import type { Component } from './lifecycle.ts';
import type { Logger } from './logger.ts';
import { createPeriodic } from './periodic.ts';

/** Per sweep, the longest waiting first; the next sweep takes the others. */
const MAX_KEYS_PER_SWEEP = 500;

/** Pending work. `dirtySince`: epoch milliseconds of the oldest; null when nothing is pending. */
export type Backlog = { readonly documents: number; readonly dirtySince: number | null };

export type SweeperOptions = {
  /** In lower-case words. */
  readonly name: string;
  readonly backlog: () => Promise<Backlog>;
  /** Keys of pending work, longest waiting first. Called only with a backlog. */
  readonly waiting: (limit: number) => Promise<readonly string[]>;
  readonly work: (key: string) => Promise<void>;
  /** Milliseconds between two sweeps. */
  readonly intervalMs: number;
  readonly onSwept: (backlog: Backlog) => void;
  /** Null: the last sweep succeeded. */
  readonly onTrouble: (code: string | null) => void;
  readonly logger: Logger;
  /** Replaced in simulated time. */
  readonly sleep?: Sleep;
};

/**
 * Finds and does pending work independently of wake-ups, so correctness does not depend on Redis. A key whose work fails does
 * not block the others.
 */
export function createSweeper(options: SweeperOptions): Component & { sweep(): Promise<void> } {
  const { name, backlog, waiting, work, intervalMs, onSwept, onTrouble, logger, sleep } = options;

  async function sweep(stopping?: AbortSignal): Promise<void> {
    let trouble: string | null = null;
    try {
      const found = await backlog();
      onSwept(found);
      if (found.documents === 0) return onTrouble(null);
      for (const key of await waiting(MAX_KEYS_PER_SWEEP)) {
        if (stopping?.aborted) return;
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
      logger.error({ sweep: name, error, key }, 'work of a sweep failed');
      return failureCode(error);
    }
  }

  return { ...createPeriodic({ name: `sweeper of ${name}`, everyMs: intervalMs, work: sweep, sleep }), sweep };
}
