import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { INHERITED } from './inherited-environment.ts';

export type CommandResult = { readonly status: number; readonly output: string; readonly errors: string };

/** Its program. */
export const FUNDLENS_COMMAND = fileURLToPath(
  new URL('../../services/operator/src/fundlens-command.ts', import.meta.url),
);
/** A rebuild of a few documents takes ten seconds on a busy machine; a command that waits for ever is ended. */
const COMMAND_MS = 120_000;

/** Runs one command of an operator in a process of its own. @throws when it does not end. */
export async function runFundlens(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const child = spawn(process.execPath, ['--disable-warning=TimeoutNegativeWarning', FUNDLENS_COMMAND, ...args], {
    env: { ...INHERITED, KAFKAJS_NO_PARTITIONER_WARNING: '1', ...environment },
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const limit = setTimeout(() => child.kill('SIGKILL'), COMMAND_MS);
  const [status] = (await once(child, 'close')) as [number | null];
  clearTimeout(limit);
  if (status === null) throw new Error(`fundlens ${args.join(' ')} did not end: ${output}${errors}`);
  return { status, output, errors };
}
