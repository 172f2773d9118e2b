import type { ConfiguredServer } from './configured-servers.ts';
import { connectionAdvice } from './connection-advice.ts';
import { failureCode } from './errors.ts';
import type { Logger } from './logger.ts';

/**
 * The log of a server that the process waits for: one line for each reason why it is not available, and one when it is
 * there, not one per attempt.
 */
export function createServerTroubles(server: ConfiguredServer, logger: Logger) {
  const { name, addresses, option } = server;
  /** Since the server was last there. */
  const said = new Set<string>();

  function log(sentence: string, facts: object): void {
    if (said.has(sentence)) return;
    said.add(sentence);
    logger.warn({ server: name, ...facts }, sentence);
  }

  return {
    /** Logs the trouble if it was not logged since the server was last there. */
    seen(error: unknown): void {
      const code = failureCode(error);
      const advice = connectionAdvice(server, error);
      log(advice ?? `${name} is not available (${code}): see ${option}.`, advice === null ? { error } : { code });
    },
    /** Logs that the server does not answer, unless a trouble is known. */
    silent(): void {
      if (said.size === 0) log(`${name} at ${addresses} does not answer: see ${option}.`, {});
    },
    /** The server is there: the next trouble is logged again. */
    over(): void {
      if (said.size > 0) logger.info({ server: name }, `${name} is available`);
      said.clear();
    },
  };
}
