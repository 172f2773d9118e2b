import { type DestinationStream, pino } from 'pino';
import { LINE_FORMAT, standardOutput } from './logger.ts';

/** What may stand in a line that nobody redacts: numbers, and ids and names that are ours. */
export type Facts = Readonly<Record<string, string | number | null>>;

export type FactLogger = { info(facts: Facts, message: string): void };

/**
 * Lines like those of `createLogger`, on the same output, without the redactor: for what is written so often that reading
 * it once more costs more than all else, and what is safe by construction. **Invariant**: no field holds what a client or
 * an event says in free text.
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
