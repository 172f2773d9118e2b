import { type DestinationStream, pino } from 'pino';
import { LINE_FORMAT, standardOutput } from './logger.ts';

/** Fields of a line that is not redacted: numbers, and ids and names of our own. An undefined one is left out. */
export type Facts = Readonly<Record<string, string | number | null | undefined>>;

export type FactLogger = { info(facts: Facts, message: string): void };

/**
 * Writes lines like those of `createLogger` to the same output, without the redactor: for frequent lines that are safe by
 * construction, where redaction would cost most. **Invariant**: no field holds free text of a client or an event.
 */
export function createFactLogger({
  service,
  level,
  destination,
}: {
  readonly service: string;
  readonly level: string;
  readonly destination?: DestinationStream;
}): FactLogger {
  return pino({ ...LINE_FORMAT, level, base: { service } }, destination ?? standardOutput());
}
