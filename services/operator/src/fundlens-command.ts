import { redactText } from '@fundlens/redaction/redact-text';
import { runCommandLine } from './command-line.ts';

const status = await runCommandLine(process.argv.slice(2), {
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  sanitize: redactText,
  // Imported here, because help and wrong arguments need none of it, and it is most of the time to start.
  async open(onRemark) {
    const { readOperatorConfig } = await import('./config.ts');
    const config = await readOperatorConfig(process.env);
    const { createOperations } = await import('./composition-root.ts');
    return createOperations(config, { onRemark });
  },
});

// Not `exitCode`: an abandoned client may reconnect for minutes.
process.exit(status);
