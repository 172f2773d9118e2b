import { redactText } from '@fundlens/redaction/redact-text';
import { runService } from '@fundlens/runtime/run-service';
import { createProjector } from './composition-root.ts';
import { readConfig } from './config.ts';
import { succession } from './succession.ts';

await runService({
  name: 'projector',
  readConfig: () => readConfig(process.env),
  sanitize: redactText,
  create: (config, logger) => succession(() => createProjector(config, logger)),
});
