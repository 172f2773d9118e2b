import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import type { Logger } from '@fundlens/runtime/logger';

/** Lines of one period: enough to see what goes wrong; a flood must not fill the log. */
const MAX_LINES = 20;
const PERIOD_MS = 60_000;

/**
 * One warning for each dead letter: place, reason, and what may be shown of its key. At most `MAX_LINES` a minute; the
 * first line of the next minute says how many were left out.
 * @param monotonic milliseconds
 */
export function createDeadLetterLog(
  logger: Pick<Logger, 'warn'>,
  monotonic: () => number,
): (deadLetters: readonly DeadLetter[]) => void {
  let period = { endsAt: Number.NEGATIVE_INFINITY, lines: 0, leftOut: 0 };
  return (deadLetters) => {
    for (const { _id, reason, field, eventType, entity, blocks } of deadLetters) {
      const now = monotonic();
      if (now >= period.endsAt) {
        if (period.leftOut > 0) logger.warn({ leftOut: period.leftOut }, 'more events were set aside');
        period = { endsAt: now + PERIOD_MS, lines: 0, leftOut: 0 };
      }
      if (period.lines === MAX_LINES) {
        period.leftOut += 1;
        continue;
      }
      period.lines += 1;
      logger.warn({ deadLetter: _id, reason, field, eventType, entity, blocks }, 'event set aside');
    }
  };
}
