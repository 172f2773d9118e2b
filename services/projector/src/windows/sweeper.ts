import { sleep } from '@fundlens/runtime/backoff';
import { failureCode } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import type { RefreshLocation } from './refresher.ts';
import type { Backlog, WindowStore } from './window-store.ts';

/** Bounds one sweep; the locations that wait longest come first, and the next sweep takes the others. */
const MAX_LOCATIONS_PER_SWEEP = 500;

export type SweeperOptions = {
  readonly store: Pick<WindowStore, 'dirtyLocations' | 'backlog'>;
  readonly refresh: RefreshLocation;
  /** Milliseconds between two sweeps. */
  readonly intervalMs: number;
  readonly onSwept: (backlog: Backlog) => void;
  /** Null: the last sweep found nothing wrong. */
  readonly onTrouble: (code: string | null) => void;
  readonly logger: Logger;
};

/**
 * Finds dirty documents by themselves, whatever has become of their jobs, and refreshes their locations: dashboards need
 * no Redis to become right. A location that cannot be refreshed does not keep the others waiting.
 */
export function createSweeper(options: SweeperOptions): Component & { sweep(): Promise<void> } {
  const { store, refresh, onSwept, onTrouble, logger } = options;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function sweep(): Promise<void> {
    let trouble: string | null = null;
    try {
      const found = await store.backlog();
      onSwept(found);
      if (found.documents === 0) return onTrouble(null);
      for (const locationId of await store.dirtyLocations(MAX_LOCATIONS_PER_SWEEP)) {
        if (stopping.signal.aborted) return;
        trouble = (await troubleOf(locationId)) ?? trouble;
      }
      onSwept(await store.backlog());
    } catch (error) {
      logger.warn({ error }, 'dashboards are not swept');
      trouble = failureCode(error);
    }
    onTrouble(trouble);
  }

  async function troubleOf(locationId: string): Promise<string | null> {
    try {
      await refresh(locationId);
      return null;
    } catch (error) {
      logger.error({ error, locationId }, 'a dashboard is not refreshed');
      return failureCode(error);
    }
  }

  async function run(): Promise<void> {
    do await sweep();
    while (await sleep(options.intervalMs, stopping.signal));
  }

  return {
    name: 'dashboard sweeper',
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
