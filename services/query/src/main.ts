import { redactText } from '@fundlens/redaction/redact-text';
import { runService } from '@fundlens/runtime/service-process';
import { createQueryService } from './composition-root.ts';
import { readConfig } from './config.ts';

await runService({
  name: 'query',
  environment: process.env,
  readConfig,
  sanitize: redactText,
  create(config, logger) {
    const service = createQueryService(config, { logger, clean: redactText });
    return {
      start: service.start,
      stop: service.stop,
      facts: () => ({ port: service.port(), adminPort: service.adminPort() }),
    };
  },
});
