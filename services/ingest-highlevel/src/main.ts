import { redactText } from '@fundlens/redaction/redact-text';
import { runService } from '@fundlens/runtime/run-service';
import { createIngest } from './composition-root.ts';
import { readConfig } from './config.ts';

await runService({
  name: 'ingest-highlevel',
  environment: process.env,
  readConfig,
  sanitize: redactText,
  create: createIngest,
});
