import { redactText } from '@fundlens/redaction/redact-text';
import { runCommandLine } from './command-line.ts';

const status = await runCommandLine(process.argv.slice(2), {
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  sanitize: redactText,
  // Imported here, as what a command runs is in its action: help and wrong arguments load no client of a server.
  async open(onRemark) {
    const { readOperatorConfig } = await import('./config.ts');
    const config = await readOperatorConfig(process.env);
    const { openSystem } = await import('./composition-root.ts');
    return openSystem(config, onRemark);
  },
});

// Not `exitCode`: an abandoned client may reconnect for minutes.
process.exit(status);
