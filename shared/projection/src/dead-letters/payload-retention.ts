import { type Sleep, sleep } from '@fundlens/runtime/backoff';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';

type PayloadRetentionOptions = {
  /** Removes the payloads of what the log took before this instant. */
  readonly endPayloads: (before: number) => Promise<void>;
  /** 0: they are kept for ever. */
  readonly days: number;
  readonly clock: () => number;
  readonly logger: Logger;
  /** Tests pass their own. */
  readonly sleep?: Sleep;
};

const DAY_MS = 86_400_000;
/** Short beside a day; several projectors may do it at once. */
const INTERVAL_MS = 3_600_000;

/**
 * Ends the redacted payloads of dead letters, whatever their status. All else stays, so that no event is lost with them: an
 * open one goes on blocking and is replayed from the log, and a rebuild leaves out what was discarded.
 */
export function createPayloadRetention(options: PayloadRetentionOptions): Component {
  const { endPayloads, days, clock, logger, sleep: wait = sleep } = options;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    do {
      await endPayloads(clock() - days * DAY_MS).catch((error: unknown) =>
        logger.warn({ error }, 'payloads of dead letters are kept until the next look'),
      );
    } while (await wait(INTERVAL_MS, stopping.signal));
  }

  return {
    name: 'payloads of dead letters',
    async start() {
      if (days > 0) running = run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
