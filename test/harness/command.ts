import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { INHERITED } from './inherited-environment.ts';

export type CommandResult = { readonly status: number | null; readonly output: string; readonly errors: string };

/** The program of the operator's command. */
export const FUNDLENS_COMMAND = fileURLToPath(
  new URL('../../services/operator/src/fundlens-command.ts', import.meta.url),
);
/** `npm run publish`. */
export const PUBLISH_COMMAND = [
  process.execPath,
  fileURLToPath(new URL('../../shared/contracts/src/publishing/publish-command.ts', import.meta.url)),
] as const;
/** A command that waits for ever is ended. */
const COMMAND_MS = 120_000;

/**
 * Runs a program of ours, or a script that starts one, to its end. Of this process's environment it gets the paths alone.
 * @throws when it does not end
 */
export async function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const child = spawn(program, args, {
    env: { ...INHERITED, KAFKAJS_NO_PARTITIONER_WARNING: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), COMMAND_MS);
  const [status] = (await once(child, 'close')) as [number | null];
  clearTimeout(limit);
  if (status === null) throw new Error(`${args.join(' ')} did not end: ${output}${errors}`);
  return { status, output, errors };
}

/** One command of an operator, in a process of its own. */
export function runFundlens(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  return runCommand(
    [process.execPath, '--disable-warning=TimeoutNegativeWarning', FUNDLENS_COMMAND, ...args],
    environment,
  );
}
