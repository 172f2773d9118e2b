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
    child.once('exit', (code) => {
      process.off('exit', end);
      resolve(code);
    });
  });
  return { child, exited };
}

/**
 * Runs it to its end and gives the JSON that it prints.
 * @param enough asks it to come to its end.
 */
export async function runProgram<Output>(program: string, argument: object, enough?: AbortSignal): Promise<Output> {
  const { child, exited } = start(program, argument);
  enough?.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  const code = await exited;
  if (code !== 0) throw new Error(`${program} ended with status ${code}`);
  return JSON.parse(output) as Output;
}

/** Starts a program that prints one line of JSON when it is ready and then serves until it is stopped. */
export async function startProgram<Ready>(
  program: string,
  argument: object,
): Promise<{ ready: Ready; stop(): Promise<void> }> {
  const { child, exited } = start(program, argument);
  const line = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes('\n')) resolve(output);
    });
    exited.then((code) => reject(new Error(`${program} ended with status ${code}`)), reject);
  });
  return {
    ready: JSON.parse(line) as Ready,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

export type WatchedProgram = {
  readonly pid: number;
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
  createInterface(child.stdout).on('line', (line) => {
    last = line;
  });
  const refuseEnded = () => {
    if (child.exitCode !== null) throw new Error(`${program} ended with status ${child.exitCode}`);
  };
  return {
    pid: child.pid ?? 0,
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
