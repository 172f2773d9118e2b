import { ConfigError } from './config.ts';
import { terminationSignal } from './lifecycle.ts';
import { createLogger, describeError, type Logger } from './logger.ts';
import type { ShelledService } from './service-shell.ts';

/** With its own port, where it has one. */
export type Service = ShelledService & { readonly port?: () => number };

export type ServiceProcess<Config> = {
  readonly name: string;
  /** @throws ConfigError naming every wrong option */
  readonly readConfig: () => Config;
  /** The redactor, applied to every line of the log. */
  readonly sanitize: (line: string) => string;
  readonly create: (config: Config, logger: Logger) => Service;
};

/**
 * Runs a service: options, start, signal, orderly stop. Exits with status 0 after a signal, with 1 for wrong options, a failed
 * start or a bug.
 */
export async function runService<Config extends { readonly LOG_LEVEL: string }>(
  definition: ServiceProcess<Config>,
): Promise<never> {
  const { name, sanitize, readConfig, create } = definition;
  const config = configuredOrExit(readConfig, sanitize);
  const logger = createLogger({ service: name, level: config.LOG_LEVEL, sanitize });

  // After an unhandled rejection the state of the process is unknown, and a restart loses nothing.
  const exitOnBug = (error: unknown): never => {
    logger.fatal({ error }, 'service ends because of a bug');
    process.exit(1);
  };
  process.on('unhandledRejection', exitOnBug);
  process.on('uncaughtException', exitOnBug);

  const service = configuredOrExit(() => create(config, logger), sanitize);
  const signal = terminationSignal();
  const started = service.start().then(
    () => logger.info({ port: service.port?.(), adminPort: service.adminPort() }, 'service started'),
    (error: unknown) => ({ failed: error }),
  );
  const first = await Promise.race([started, signal]);
  const startFailure = typeof first === 'object' ? first : undefined;
  if (startFailure !== undefined) {
    // Our own messages say what to do.
    const { message = 'see the error' } = describeError(startFailure.failed);
    logger.fatal({ error: startFailure.failed }, `service cannot start: ${message}`);
  } else logger.info({ signal: await signal }, 'service stops');
  await service.stop();
  // A driver may still wait for a server; the service itself has stopped.
  process.exit(startFailure === undefined ? 0 : 1);
}

function configuredOrExit<T>(make: () => T, sanitize: ServiceProcess<unknown>['sanitize']): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // Options are read before there is a log to write to; the message names options and rules, never values.
    process.stderr.write(`${sanitize(error.message)}\n`);
    process.exit(1);
  }
}
