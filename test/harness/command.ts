import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { INHERITED } from './inherited-environment.ts';

export type CommandResult = { readonly status: number | null; readonly output: string; readonly errors: string };

/** Runs a program of ours, or a script that starts one, to its end. Of this process's environment it gets the paths alone. */
export async function runCommand(
  command: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const [program, ...args] = command;
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
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output, errors };
}
