import { setFlagsFromString } from 'node:v8';
import { redactText } from '@fundlens/redaction/redact-text';
import { createFactLogger } from '@fundlens/runtime/logger';
import { runService } from '@fundlens/runtime/run-service';
import { createQueryService } from './composition-root.ts';
import { readConfig } from './config.ts';

const SERVICE = 'query';

// A heap as small as a container's is collected as a whole when what lives has grown by 38 %, every second under load: a
// fifth of the processor time. So it is when it has doubled, which takes some 40 MB.
setFlagsFromString('--heap-growing-percent=100');

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
