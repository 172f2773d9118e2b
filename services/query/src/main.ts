import { setFlagsFromString } from 'node:v8';
import { redactText } from '@fundlens/redaction/redact-text';
import { createFactLogger } from '@fundlens/runtime/logger';
import { runService } from '@fundlens/runtime/run-service';
import { createQueryService } from './composition-root.ts';
import { readConfig } from './config.ts';

const SERVICE = 'query';

// A heap as small as a container's is collected as a whole when what lives has grown by about a half, every few seconds under
// load: a fifth of the processor time, by `--trace-gc`. Here it is when that has doubled, which takes up to 40 MB.
setFlagsFromString('--heap-growing-percent=100');

await runService({
  name: SERVICE,
  readConfig: () => readConfig(process.env),
  sanitize: redactText,
  create(config, logger) {
    const facts = createFactLogger({ service: SERVICE, level: config.LOG_LEVEL });
    return createQueryService(config, { logger, facts, clean: redactText });
  },
});
