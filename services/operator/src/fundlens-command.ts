import { once } from 'node:events';
import { redactText } from '@fundlens/redaction/redact-text';
import { EXIT, type ExitStatus, runCommand } from '@fundlens/runtime/run-command';
import { runCommandLine } from './command-line.ts';

await runCommand({
  usage: null,
  sanitize: redactText,
  run: (args, signal) => Promise.race([runHere(args), interrupted(signal)]),
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

/** Every command may be interrupted at any await, and given again. */
async function interrupted(signal: AbortSignal): Promise<ExitStatus> {
  await once(signal, 'abort');
  return EXIT.interrupted;
}
