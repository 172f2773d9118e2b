import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { INHERITED } from './inherited-environment.ts';

const PROGRAMS = {
  publish: 'shared/contracts/src/publish-command.ts',
  fundlens: 'services/operator/src/fundlens-command.ts',
};

export type CommandRun = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

type Given = {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Standard input; none by default. */
  readonly input?: string;
};

/** A command as people give it, in a process of its own, to its end. */
export async function runCommand(
  program: keyof typeof PROGRAMS,
  { args, env, input = '' }: Given,
): Promise<CommandRun> {
  const path = fileURLToPath(new URL(`../../${PROGRAMS[program]}`, import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=TimeoutNegativeWarning', path, ...args], {
    env: { ...INHERITED, KAFKAJS_NO_PARTITIONER_WARNING: '1', ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.on('error', () => undefined); // it may end without reading
  child.stdin.end(input);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout, stderr };
}
