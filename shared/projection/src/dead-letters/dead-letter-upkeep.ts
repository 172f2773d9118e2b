import { failureKind } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';
import type { Metrics } from '../health/metrics.ts';
import type { DeadLetters } from './dead-letter-store.ts';

type DeadLetterUpkeepOptions = {
  readonly deadLetters: Pick<DeadLetters, 'counts' | 'endPayloads'>;
  /** How long payloads are kept; 0: for ever. */
  readonly payloadDays: number;
  readonly metrics: Pick<Metrics, 'deadLettersOpen'>;
  readonly clock: () => number;
  readonly logger: Logger;
};

/** An alert may be this much late; the count reads an index of open dead letters. */
const COUNT_MS = 15_000;
/** Reads all old ones. Short beside a day; several projectors may do it at once. */
const END_PAYLOADS_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Shows how many dead letters are open, from MongoDB: a counter of a process would forget them with the process, and would not
 * see that an operator has resolved them. While MongoDB does not answer, the gauge shows nothing.
 *
 * Ends the redacted payloads of old ones, whatever their status. All else stays, so that no event is lost with them: an
 * open one goes on blocking and is replayed from the log, and a rebuild leaves out what was discarded.
 */
export function createDeadLetterUpkeep(options: DeadLetterUpkeepOptions): Component {
  const { deadLetters, payloadDays, metrics, clock, logger } = options;
  let endedAt = Number.NEGATIVE_INFINITY;
  return createPeriodic({
    name: 'dead letters',
    everyMs: COUNT_MS,
    async work() {
      try {
        const found = await deadLetters.counts('open');
        metrics.deadLettersOpen.reset();
        for (const { reason, blocks, count } of found)
          metrics.deadLettersOpen.set({ reason, blocks: String(blocks) }, count);
        const now = clock();
        if (payloadDays === 0 || now - endedAt < END_PAYLOADS_MS) return;
        await deadLetters.endPayloads(now - payloadDays * DAY_MS);
        endedAt = now;
      } catch (error) {
        metrics.deadLettersOpen.reset();
        if (failureKind(error) !== 'retryable') logger.error({ error }, 'dead letters cannot be looked after now');
      }
    },
  });
}
