import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';
import type { DeadLetters } from './dead-letter-store.ts';

type PayloadEndOptions = {
  readonly deadLetters: Pick<DeadLetters, 'endPayloads'>;
  /** How long payloads are kept; 0: for ever. */
  readonly payloadDays: number;
  readonly clock: () => number;
  readonly logger: Logger;
};

/** Reads all old ones. Short beside a day; several projectors may do it at once. */
const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Ends the redacted payloads of old dead letters, whatever their status. All else stays, so that no event is lost with
 * them: an open one goes on blocking and is replayed from the log, and a rebuild leaves out what was discarded.
 */
export function createPayloadEnd({ deadLetters, payloadDays, clock, logger }: PayloadEndOptions): Component {
  return createPeriodic({
    name: 'payloads of dead letters',
    everyMs: EVERY_MS,
    async work() {
      if (payloadDays > 0) await deadLetters.endPayloads(clock() - payloadDays * DAY_MS);
    },
    onError: (error) => logger.warn({ error }, 'old payloads of dead letters are ended later'),
  });
}
