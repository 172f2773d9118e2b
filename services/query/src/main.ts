import { redactText } from '@fundlens/redaction/redact-text';
import { createFactLogger } from '@fundlens/runtime/logger';
import { runService } from '@fundlens/runtime/run-service';
import { createQueryService } from './composition-root.ts';
import { readConfig } from './config.ts';

const SERVICE = 'query';

await runService({
  name: SERVICE,
  environment: process.env,
  readConfig,
  sanitize: redactText,
  create(config, logger) {
    const facts = createFactLogger({ service: SERVICE, level: config.LOG_LEVEL });
    return createQueryService(config, { logger, facts, clean: redactText });
  },
});
