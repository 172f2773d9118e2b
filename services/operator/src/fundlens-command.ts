import { redactText } from '@fundlens/redaction/redact-text';
import { type ExitStatus, runCommand } from '@fundlens/runtime/run-command';
import { runCommandLine } from './command-line.ts';

await runCommand({
  usage: null,
  sanitize: redactText,
  run: runHere,
});

function runHere(args: readonly string[]): Promise<ExitStatus> {
  return runCommandLine(args, {
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
}
