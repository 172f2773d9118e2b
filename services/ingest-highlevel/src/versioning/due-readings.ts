import { type Sleep, sleep } from '@fundlens/runtime/backoff';
import { failureCode, InvalidError } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import type { EntityPublisher } from './entity-publisher.ts';
import type { EntityStates } from './entity-state.ts';

export type DueReadingsOptions = {
  readonly states: Pick<EntityStates, 'due' | 'backlog'>;
  readonly publisher: Pick<EntityPublisher, 'readBack'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly intervalMs: number;
  readonly logger: Logger;
  /** Null: the last look succeeded. */
  readonly onTrouble: (code: string | null) => void;
  readonly sleep?: Sleep;
};

export type Backlog = { readonly entities: number; readonly oldestDueAt: number | null };

/** Per look; the next one takes the others. */
const MAX_PER_LOOK = 200;

/**
 * Reads back what is due: what a process left behind when it ended, what HighLevel did not answer for, instants that webhooks
 * lack. Every instance looks; one that takes an entity puts it off for the others by reserving its version.
 */
export function createDueReadings(options: DueReadingsOptions): Component & { backlog(): Backlog | null } {
  const { states, publisher, clock, intervalMs, logger, onTrouble, sleep: wait = sleep } = options;
  const stopping = new AbortController();
  let known: Backlog | null = null;
  let running: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    try {
      known = await states.backlog(clock());
      if (known.entities === 0) return onTrouble(null);
      for (const ref of await states.due(clock(), MAX_PER_LOOK)) {
        if (stopping.signal.aborted) return;
        await publisher.readBack(ref).catch((error: unknown) => {
          // One entity that the contract refuses does not hold up the others.
          if (!(error instanceof InvalidError)) throw error;
          logger.warn({ kind: ref.kind, error }, 'an entity of HighLevel cannot be published');
        });
      }
      known = await states.backlog(clock());
      onTrouble(null);
    } catch (error) {
      // The server that failed would fail for the others too.
      logger.warn({ error }, 'read-backs wait');
      onTrouble(failureCode(error));
    }
  }

  async function run(): Promise<void> {
    do await look();
    while (await wait(intervalMs, stopping.signal));
  }

  return {
    name: 'read-backs',
    backlog: () => known,
    async start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
