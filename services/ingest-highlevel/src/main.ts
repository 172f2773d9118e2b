import { redactText } from '@fundlens/redaction/redact-text';
import { runService } from '@fundlens/runtime/run-service';
import { createIngest } from './composition-root.ts';
import { readConfig } from './config.ts';

await runService({
  name: 'ingest-highlevel',
  readConfig: () => readConfig(process.env),
  sanitize: redactText,
  create: createIngest,
});
