import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A program of this folder in a process of its own, which prints lines. */
export type Program = {
  readonly pid: number;
  /** @throws when it ends before it has printed a line */
  readonly firstLine: Promise<string>;
  /**
   * The last line that it has printed; empty before the first.
   * @throws when it has ended by itself
   */
  lastLine(): string;
  /** @throws when it has ended by itself, or ends with another status than 0 */
  stop(): Promise<void>;
};

/** @param argument travels as JSON */
export function startProgram(program: string, argument: object): Program {
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
  let last = '';
  const lines = createInterface(child.stdout).on('line', (line) => {
    last = line;
  });
  const failure = (code: number | null) => new Error(`${program} ended with status ${code}`);
  const firstLine = new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    void exited.then((code) => reject(failure(code)));
  });
  // Not each program is waited for.
  firstLine.catch(() => undefined);
  const refuseEnded = () => {
    if (child.exitCode !== null) throw failure(child.exitCode);
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
      if (code !== 0) throw failure(code);
    },
  };
}
