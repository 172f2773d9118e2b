import { redactText } from '@fundlens/redaction/redact-text';
import { runService } from '@fundlens/runtime/service-process';
import { createProjector } from './composition-root.ts';
import { readConfig } from './config.ts';

await runService({
  name: 'projector',
  environment: process.env,
  readConfig,
  sanitize: redactText,
  create(config, logger) {
    const projector = createProjector(config, { logger });
    return {
      start: projector.start,
      stop: projector.stop,
      facts: () => ({ adminPort: projector.adminPort() }),
    };
  },
});
