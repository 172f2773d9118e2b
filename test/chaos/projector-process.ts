import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { INHERITED } from '../harness/inherited-environment.ts';

const main = fileURLToPath(new URL('../../services/projector/src/main.ts', import.meta.url));
/** Enough to see why a process ended. */
const TAIL_LINES = 20;

export type ProjectorProcess = {
  /** SIGKILL: it gets no chance to finish anything. */
  kill(): Promise<void>;
  /** SIGSTOP: it stands still as it is; SIGCONT: it goes on and knows nothing of it. */
  freeze(): void;
  thaw(): void;
  /** SIGTERM; resolves with the exit status. */
  terminate(): Promise<number | null>;
  /** The last log lines. */
  tail(): string;
  readonly running: boolean;
};

/** The projector as it runs in production, in a process of its own. */
export function startProjectorProcess(
  environment: Readonly<Record<string, string>>,
  /** Where its log goes instead of into `tail`. */
  log?: number,
): ProjectorProcess {
  const lines: string[] = [];
  const child: ChildProcess = spawn(process.execPath, ['--disable-warning=TimeoutNegativeWarning', main], {
    env: { ...INHERITED, ...environment },
    stdio: ['ignore', log ?? 'pipe', log ?? 'pipe'],
  });
  const ended = once(child, 'exit');
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      lines.push(...text.split('\n').filter((line) => line !== ''));
      lines.splice(0, lines.length - TAIL_LINES);
    });
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [status] = (await ended) as [number | null];
    return status;
  };
  return {
    kill: async () => {
      await end('SIGKILL');
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    terminate: () => end('SIGTERM'),
    tail: () => lines.join('\n'),
    get running() {
      return child.exitCode === null && child.signalCode === null;
    },
  };
}
