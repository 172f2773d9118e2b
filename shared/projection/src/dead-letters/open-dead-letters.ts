import { failureKind } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';
import type { Metrics } from '../health/metrics.ts';
import type { DeadLetters } from './dead-letter-store.ts';

type OpenDeadLetterGaugeOptions = {
  readonly deadLetters: Pick<DeadLetters, 'counts'>;
  readonly metrics: Pick<Metrics, 'deadLettersOpen'>;
  readonly logger: Logger;
};

/** An alert may be this much late; the count reads an index of open dead letters. */
const INTERVAL_MS = 15_000;

/**
 * Shows how many dead letters are open, from MongoDB: a counter of a process would forget them with the process, and would not
 * see that an operator has resolved them. While MongoDB does not answer, the gauge shows nothing.
 */
export function createOpenDeadLetterGauge(options: OpenDeadLetterGaugeOptions): Component {
  const { deadLetters, metrics, logger } = options;
  async function measure(): Promise<void> {
    try {
      const found = await deadLetters.counts('open');
      metrics.deadLettersOpen.reset();
      for (const { reason, blocks, count: open } of found) {
        metrics.deadLettersOpen.set({ reason, blocks: String(blocks) }, open);
      }
    } catch (error) {
      metrics.deadLettersOpen.reset();
      if (failureKind(error) !== 'retryable') logger.error({ error }, 'open dead letters cannot be counted');
    }
  }

  return createPeriodic({ name: 'open dead letters', everyMs: INTERVAL_MS, work: measure });
}
