import { redactText } from '@fundlens/redaction/redact-text';
import { runCommandLine } from './command-line.ts';
import { openSystem } from './composition-root.ts';
import { readOperatorConfig } from './config.ts';

const status = await runCommandLine(process.argv.slice(2), {
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  sanitize: redactText,
  open: async (onRemark) => openSystem(await readOperatorConfig(process.env), onRemark),
});

// Not `exitCode`: an abandoned client may reconnect for minutes.
process.exit(status);
