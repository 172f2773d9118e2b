import { spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync } from 'node:fs';

/**
 * A shell between us and the program, which lives as long as the pipe to it is open: we close the pipe to end the program,
 * and the system closes it when we end, however we end, `kill -9` included. Then the program gets SIGTERM and, when it has
 * not ended after the grace, its whole process group SIGKILL. The program itself never sees the pipe.
 */
const WRAPPER = `
exec 3<&0
grace=$1
shift
"$@" 3<&- </dev/null &
program=$!
{
  read -r _ <&3
  kill -TERM $program
  while [ $grace -gt 0 ]; do
    sleep 0.1
    grace=$((grace - 1))
  done
  kill -KILL 0
} 2>/dev/null &
wait $program
status=$?
kill $! 2>/dev/null
exit $status
`;

/**
 * Kafka closes its log in about two seconds; no server of ours loses acknowledged data by SIGKILL. Shorter than a dead
 * runner's lock stays valid (stack-directory.ts), so that no later start meets the servers of an earlier one.
 */
export const GRACE_MILLISECONDS = 8_000;
const GRACE_TENTHS = GRACE_MILLISECONDS / 100;
/** Of the shell's exit status after its program was ended by a signal: 128 and the signal's number. */
const SIGNAL_STATUS = 128;

export type SupervisedProcess = {
  /** Of its process group. */
  readonly pid: number;
  /** Resolves with how it ended, in words; never rejects. */
  readonly ended: Promise<string>;
  /** Undefined while it runs. */
  ending(): string | undefined;
  /** SIGTERM, and SIGKILL after the grace. Resolves when it has ended. */
  end(): Promise<void>;
};

const running = new Set<number>();

/** Starts a program that ends when this process ends, in a process group of its own, with its output appended to `logFile`. */
export function startSupervised(options: {
  command: string;
  args: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  workingDirectory: string;
  logFile: string;
}): SupervisedProcess {
  const log = openSync(options.logFile, 'a');
  const child = spawn('sh', ['-c', WRAPPER, 'supervised', String(GRACE_TENTHS), options.command, ...options.args], {
    cwd: options.workingDirectory,
    env: options.environment,
    // Ctrl-C on the terminal reaches us, and we end it.
    detached: true,
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  const pid = child.pid ?? 0;
  if (pid > 0) running.add(pid);
  let ending: string | undefined;
  const ended = new Promise<string>((resolve) => {
    const settle = (text: string) => {
      running.delete(pid);
      ending ??= text;
      resolve(ending);
    };
    child.once('error', (error) => settle(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      const number = code === null || code <= SIGNAL_STATUS ? undefined : code - SIGNAL_STATUS;
      if (signal !== null) settle(`signal ${signal}`);
      else settle(number === undefined ? `exit status ${code}` : `signal number ${number}`);
    });
  });
  // It may end at the moment at which we close the pipe.
  child.stdin?.on('error', () => undefined);
  return {
    pid,
    ended,
    ending: () => ending,
    async end() {
      child.stdin?.end();
      await ended;
    },
  };
}

/** For a person who does not want to wait: SIGKILL to everything that was started here. */
export function killSupervised(): void {
  for (const pid of running) signalGroup(pid, 'SIGKILL');
}

/** Signals a process group, which may have ended already. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Enough for a stack trace and its cause; more would push the sentence that matters off the screen. */
const TAIL_BYTES = 6_000;
const TAIL_LINES = 25;

/** The last lines of a log file, for the message of a failed start. */
export function tailOf(file: string): string {
  if (!existsSync(file)) return '(no log was written)';
  const descriptor = openSync(file, 'r');
  try {
    const size = fstatSync(descriptor).size;
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    const lines = buffer.toString('utf8').trimEnd().split('\n');
    return lines.slice(-TAIL_LINES).join('\n') || '(the log is empty)';
  } finally {
    closeSync(descriptor);
  }
}

/** Starts a new log; the one of the run before stays readable beside it. */
export function rotateLog(file: string): void {
  if (existsSync(file)) renameSync(file, file.replace(/\.log$/, '.previous.log'));
}
