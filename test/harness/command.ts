import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { INHERITED } from './service-process.ts';

export type CommandResult = { readonly status: number; readonly output: string; readonly errors: string };

/** The operator's command. */
const FUNDLENS = [
  process.execPath,
  '--disable-warning=TimeoutNegativeWarning',
  fileURLToPath(new URL('../../services/operator/src/fundlens-command.ts', import.meta.url)),
] as const;
/** `npm run publish`. */
export const PUBLISH_COMMAND = [
  process.execPath,
  fileURLToPath(new URL('../../shared/contracts/src/publishing/publish-command.ts', import.meta.url)),
] as const;
/** A command that waits for ever is ended. */
const COMMAND_MS = 120_000;

/**
 * Runs a program of ours, or a script that starts one, to its end. Of this process's environment it gets the paths alone.
 * @param signal kills it; without one it may take two minutes
 * @throws when it is killed
 */
export async function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<CommandResult> {
  const child = spawn(program, args, {
    env: { ...INHERITED, KAFKAJS_NO_PARTITIONER_WARNING: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
    ...(signal === undefined ? { timeout: COMMAND_MS } : { signal }),
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = (await once(child, 'close')) as [number | null];
  const [output, errors] = await said;
  if (status === null) throw new Error(`${args.join(' ')} did not end: ${output}${errors}`);
  return { status, output, errors };
}

/** One command of an operator, in a process of its own. */
export function runFundlens(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<CommandResult> {
  return runCommand([...FUNDLENS, ...args], environment, signal);
}
