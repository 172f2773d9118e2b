import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';
import type { DeadLetters } from './dead-letter-store.ts';

type PayloadRetentionOptions = {
  readonly deadLetters: Pick<DeadLetters, 'endPayloads'>;
  /** 0: they are kept for ever. */
  readonly days: number;
  readonly clock: () => number;
  readonly logger: Logger;
};

const DAY_MS = 86_400_000;
/** Short beside a day; several projectors may do it at once. */
const INTERVAL_MS = 3_600_000;

/**
 * Ends the redacted payloads of dead letters, whatever their status. All else stays, so that no event is lost with them: an
 * open one goes on blocking and is replayed from the log, and a rebuild leaves out what was discarded.
 */
export function createPayloadRetention(options: PayloadRetentionOptions): Component {
  const { deadLetters, days, clock, logger } = options;
  return createPeriodic({
    name: 'payloads of dead letters',
    everyMs: INTERVAL_MS,
    async work() {
      if (days === 0) return;
      await deadLetters
        .endPayloads(clock() - days * DAY_MS)
        .catch((error: unknown) => logger.warn({ error }, 'payloads of dead letters are kept until the next look'));
    },
  });
}
