import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { INHERITED } from './inherited-environment.ts';

const ownCommand = fileURLToPath(new URL('../../services/operator/src/fundlens-command.ts', import.meta.url));

export type RebuildProcess = {
  /** SIGKILL: it gets no chance to finish anything. */
  kill(): Promise<void>;
  /** SIGSTOP and SIGCONT: it stands still, its sockets stay open. */
  pause(): void;
  goOn(): void;
  /** The exit status; null when it was killed. */
  readonly ended: Promise<number | null>;
  hasEnded(): boolean;
  /** What it wrote to standard error. */
  errors(): string;
};

/** `fundlens rebuild` as an operator gives it, in a process of its own. `command`: the program of another build. */
export function startRebuild(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  command: string = ownCommand,
): RebuildProcess {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--disable-warning=TimeoutNegativeWarning', command, '--json', 'rebuild', ...args, '--yes'],
    {
      env: { ...INHERITED, KAFKAJS_NO_PARTITIONER_WARNING: '1', ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const ended = once(child, 'exit').then(([status]) => status as number | null);
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return {
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    pause: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    errors: () => errors,
  };
}
