import { ConfigError, type Environment } from './config.ts';
import { terminationSignal } from './lifecycle.ts';
import { createLogger, type Logger } from './logger.ts';

export type Service = {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Shown in the log once it runs, e.g. the ports that were taken. */
  readonly facts: () => Readonly<Record<string, unknown>>;
};

export type ServiceProcess<Config> = {
  readonly name: string;
  readonly environment: Environment;
  /** @throws ConfigError naming every wrong option */
  readonly readConfig: (environment: Environment) => Config;
  /** Applied to every line of the log: the redactor. */
  readonly sanitize: (line: string) => string;
  readonly create: (config: Config, logger: Logger) => Service;
};

/**
 * The life of a service's process: options, start, a signal, an orderly stop. Ends with status 0 after a signal, 1 when
 * the options are wrong, when it cannot start, or because of a bug.
 */
export async function runService<Config extends { readonly LOG_LEVEL: string }>(
  definition: ServiceProcess<Config>,
): Promise<never> {
  const { name, sanitize, create } = definition;
  const config = configOrExit(definition);
  const logger = createLogger({ service: name, level: config.LOG_LEVEL, sanitize });

  // A promise nobody waits for has failed: what state the process is in is not known, and a restart loses nothing.
  const exitOnBug = (error: unknown): never => {
    logger.fatal({ error }, 'service ends because of a bug');
    process.exit(1);
  };
  process.on('unhandledRejection', exitOnBug);
  process.on('uncaughtException', exitOnBug);

  const service = create(config, logger);
  const signal = terminationSignal();
  const started = service.start().then(
    () => logger.info(service.facts(), 'service started'),
    (error: unknown) => ({ failed: error }),
  );
  const first = await Promise.race([started, signal]);
  const startFailure = typeof first === 'object' ? first : undefined;
  if (startFailure !== undefined) logger.fatal({ error: startFailure.failed }, 'service cannot start');
  else logger.info({ signal: await signal }, 'service stops');
  await service.stop();
  // A client may still be waiting for a server; nothing of ours is under way any more.
  process.exit(startFailure === undefined ? 0 : 1);
}

function configOrExit<Config>({ readConfig, environment, sanitize }: ServiceProcess<Config>): Config {
  try {
    return readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // Options are read before there is a log to write to; the message names options and rules, never values.
    process.stderr.write(`${sanitize(error.message)}\n`);
    process.exit(1);
  }
}
