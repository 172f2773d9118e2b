import { redactText } from '@fundlens/redaction/redact-text';
import { ConfigError } from '@fundlens/runtime/config';
import { terminationSignal } from '@fundlens/runtime/lifecycle';
import { createLogger } from '@fundlens/runtime/logger';
import { createProjector } from './composition-root.ts';
import { type ProjectorConfig, readConfig } from './config.ts';

const config = configOrExit();
const logger = createLogger({ service: 'projector', level: config.LOG_LEVEL, sanitize: redactText });

// A promise nobody waits for has failed: what state the process is in is not known, and a restart repeats nothing wrongly.
process.on('unhandledRejection', (error) => exitOnBug(error));
process.on('uncaughtException', (error) => exitOnBug(error));

const projector = createProjector(config, { logger });
const signal = terminationSignal();
const started = projector.start().then(
  () => logger.info({ adminPort: projector.adminPort() }, 'projector started'),
  (error: unknown) => ({ failed: error }),
);

const first = await Promise.race([started, signal]);
const startFailure = typeof first === 'object' ? first : undefined;
if (startFailure !== undefined) logger.fatal({ error: startFailure.failed }, 'projector cannot start');
else logger.info({ signal: await signal }, 'projector stops');
await projector.stop();
// KafkaJS may still be waiting for a broker; nothing of ours is under way any more.
process.exit(startFailure === undefined ? 0 : 1);

function configOrExit(): ProjectorConfig {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

function exitOnBug(error: unknown): never {
  logger.fatal({ error }, 'projector ends because of a bug');
  process.exit(1);
}
