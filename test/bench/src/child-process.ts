import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A program of this folder in a process of its own; `argument` travels as JSON. */
function start(program: string, argument: object) {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=TimeoutNegativeWarning', path, JSON.stringify(argument)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, KAFKAJS_NO_PARTITIONER_WARNING: '1' },
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const exited = new Promise<number | null>((resolve) => {
    // Not at `exit`: what it has printed may still be on its way.
    child.once('close', (code) => {
      process.off('exit', end);
      resolve(code);
    });
  });
  return { child, exited };
}

/** Gives the line of JSON that it prints when it ends. */
export async function runProgram<Output>(program: string, argument: object): Promise<Output> {
  return JSON.parse(await watchProgram(program, argument).firstLine) as Output;
}

export type WatchedProgram = {
  readonly pid: number;
  /** The first line that it prints. @throws when it ends before */
  readonly firstLine: Promise<string>;
  /**
   * The last line that it has printed; empty before the first.
   * @throws when it has ended by itself
   */
  lastLine(): string;
  /** @throws when it has ended by itself, or ends with another status than 0 */
  stop(): Promise<void>;
};

/** Starts a program that goes on printing lines until it is stopped. */
export function watchProgram(program: string, argument: object): WatchedProgram {
  const { child, exited } = start(program, argument);
  let last = '';
  const lines = createInterface(child.stdout).on('line', (line) => {
    last = line;
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    exited.then((code) => reject(new Error(`${program} ended with status ${code}`)), reject);
  });
  // Not each program is waited for.
  firstLine.catch(() => undefined);
  const refuseEnded = () => {
    if (child.exitCode !== null) throw new Error(`${program} ended with status ${child.exitCode}`);
  };
  return {
    pid: child.pid ?? 0,
    firstLine,
    lastLine() {
      refuseEnded();
      return last;
    },
    async stop() {
      refuseEnded();
      child.kill('SIGTERM');
      const code = await exited;
      if (code !== 0) throw new Error(`${program} ended with status ${code}`);
    },
  };
}
