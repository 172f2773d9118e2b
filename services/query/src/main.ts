import { redactText } from '@fundlens/redaction/redact-text';
import { ConfigError } from '@fundlens/runtime/config';
import { terminationSignal } from '@fundlens/runtime/lifecycle';
import { createLogger } from '@fundlens/runtime/logger';
import { createQueryService } from './composition-root.ts';
import { type QueryConfig, readConfig } from './config.ts';

const config = configOrExit();
const logger = createLogger({ service: 'query', level: config.LOG_LEVEL, sanitize: redactText });

// A promise nobody waits for has failed: what state the process is in is not known, and a restart loses nothing.
process.on('unhandledRejection', (error) => exitOnBug(error));
process.on('uncaughtException', (error) => exitOnBug(error));

const service = createQueryService(config, { logger, clean: redactText });
const signal = terminationSignal();
try {
  await service.start();
} catch (error) {
  logger.fatal({ error }, 'query service cannot start');
  process.exit(1);
}
logger.info({ port: service.port(), adminPort: service.adminPort() }, 'query service started');
logger.info({ signal: await signal }, 'query service stops');
await service.stop();
process.exit(0);

function configOrExit(): QueryConfig {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

function exitOnBug(error: unknown): never {
  logger.fatal({ error }, 'query service ends because of a bug');
  process.exit(1);
}
