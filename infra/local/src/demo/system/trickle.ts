import type { Publisher } from '@fundlens/contracts/publisher';
import { sleep } from '@fundlens/runtime/backoff';
import { failureCode, failureKind } from '@fundlens/runtime/errors';
import type { LiveChanges } from '../live-changes.ts';
import type { Report } from './progress.ts';

/**
 * Publishes live changes at a steady pace until the signal aborts. An outage of Kafka is reported once; the changes of
 * that time are dropped, because the next ones replace them.
 */
export async function publishLiveChanges(options: {
  changes: LiveChanges;
  publisher: Publisher;
  perSecond: number;
  report: Report;
  signal: AbortSignal;
}): Promise<void> {
  const { changes, publisher, perSecond, report, signal } = options;
  let isAway = false;
  while (!signal.aborted && perSecond > 0) {
    try {
      await publisher.publish(changes.next(Date.now()));
      if (isAway) report('live changes: published again');
      isAway = false;
    } catch (error) {
      if (failureKind(error) !== 'retryable') throw error;
      if (!isAway) report(`live changes: cannot be published (${failureCode(error)}), trying on`);
      isAway = true;
    }
    await sleep(1_000 / perSecond, signal);
  }
}
