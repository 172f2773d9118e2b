import { type ConfiguredServer, connectionAdvice, silentAdvice } from './connection-advice.ts';
import { FatalError, failureCode } from './errors.ts';
import type { Logger } from './logger.ts';

/** The log of a server that the process waits for. */
export type ServerTroubles = {
  /** Logs the trouble if it was not logged since the server was last there. */
  seen(error: unknown): void;
  /** Logs that the server does not answer, unless a trouble is known. */
  silent(): void;
  /** The error with a sentence that says what to do, where there is one: for the end of the process. */
  explained(error: unknown): unknown;
  /** The server is there: the next trouble is logged again. */
  over(): void;
};

/** One line for each reason why a server is not available, and one when it is there: not one per attempt. */
export function createServerTroubles(server: ConfiguredServer, logger: Logger): ServerTroubles {
  /** Since the server was last there. */
  const said = new Set<string>();

  function log(sentence: string, facts: object): void {
    if (said.has(sentence)) return;
    said.add(sentence);
    logger.warn({ server: server.name, ...facts }, sentence);
  }

  return {
    seen(error) {
      const advice = connectionAdvice(server, error);
      if (advice !== null) log(advice, { code: failureCode(error) });
      else
        log(`${server.name} is not available (${failureCode(error)}); see the environment variable ${server.option}.`, {
          error,
        });
    },
    silent() {
      if (said.size === 0) log(silentAdvice(server), {});
    },
    explained(error) {
      const advice = connectionAdvice(server, error);
      if (advice === null) return error;
      return new FatalError(error instanceof FatalError ? error.code : 'server_refused', advice, { cause: error });
    },
    over() {
      if (said.size > 0) logger.info({ server: server.name }, `${server.name} is available`);
      said.clear();
    },
  };
}
