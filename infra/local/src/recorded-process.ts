import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './process-identity.mjs';

/**
 * The process writes its own number and start time and then becomes the server (exec keeps both). So the record exists
 * before the server does: a runner that is killed at any moment leaves no server without a record. The process is
 * started detached, so its number is also that of its process group.
 */
const RECORDING_LAUNCHER = `
record=$1
shift
start_time_field() { shift 19; printf '%s' "$1"; }
if [ -r "/proc/$$/stat" ]; then
  read -r stat < "/proc/$$/stat"
  behind_name=\${stat##*\\)}
  start=$(start_time_field $behind_name)
else
  start=$(LC_ALL=C ps -o lstart= -p $$)
fi
printf '%s\\n%s\\n' "$$" "$start" > "$record" || exit 127
exec "$@"
`;

/** Kafka closes its log in about two seconds; a class archive written at the end adds three on a slow machine. */
const GRACE_MILLISECONDS = 20_000;
const POLL_MILLISECONDS = 50;

/** How a process ended, in words. */
export type Ending = string;

/** It was given no time to end. */
export const KILLED: Ending = 'signal SIGKILL';

export type RecordedProcess = {
  readonly pid: number;
  /** Resolves when the process has ended; never rejects. */
  readonly ended: Promise<Ending>;
  /** Undefined while it runs. */
  ending(): Ending | undefined;
  /** Sends SIGTERM to its group, SIGKILL after the grace. Resolves when it has ended and its record is removed. */
  end(graceMilliseconds?: number): Promise<void>;
};

/**
 * Starts a program in its own process group, with its output appended to `logFile`, recorded under `recordsDirectory`
 * so that a later start can end it when this process cannot.
 */
export function startRecorded(options: {
  name: string;
  command: string;
  args: string[];
  environment: Record<string, string | undefined>;
  workingDirectory: string;
  recordsDirectory: string;
  logFile: string;
}): RecordedProcess {
  mkdirSync(options.recordsDirectory, { recursive: true });
  const record = join(options.recordsDirectory, options.name);
  const log = openSync(options.logFile, 'a');
  const child = spawn('sh', ['-c', RECORDING_LAUNCHER, 'launcher', record, options.command, ...options.args], {
    cwd: options.workingDirectory,
    env: options.environment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);

  let ending: Ending | undefined;
  const ended = new Promise<Ending>((resolve) => {
    const settle = (text: Ending) => {
      if (ending !== undefined) return;
      ending = text;
      rmSync(record, { force: true });
      resolve(text);
    };
    child.once('error', (error) => settle(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => settle(signal === null ? `exit status ${code}` : `signal ${signal}`));
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    ended,
    ending: () => ending,
    async end(graceMilliseconds = GRACE_MILLISECONDS) {
      if (ending !== undefined || pid === 0) return;
      signalGroup(pid, 'SIGTERM');
      const killer = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMilliseconds);
      await ended;
      clearTimeout(killer);
    },
  };
}

/**
 * Ends every process recorded in the directory that still lives, by number and start time, never by name, then removes
 * the directory. Only for the records of a runner that has ended.
 * @returns the names of those that were still alive
 */
export async function endRecorded(recordsDirectory: string): Promise<string[]> {
  const survivors = readRecords(recordsDirectory).filter((record) => isAlive(record));
  for (const survivor of survivors) signalGroup(survivor.pid, 'SIGTERM');
  const deadline = Date.now() + GRACE_MILLISECONDS;
  while (survivors.some((survivor) => isAlive(survivor)) && Date.now() < deadline) await sleep(POLL_MILLISECONDS);
  for (const survivor of survivors.filter((each) => isAlive(each))) signalGroup(survivor.pid, 'SIGKILL');
  while (survivors.some((survivor) => isAlive(survivor))) await sleep(POLL_MILLISECONDS);
  rmSync(recordsDirectory, { recursive: true, force: true });
  return survivors.map((survivor) => survivor.name);
}

export type ProcessRecord = { name: string; pid: number; startTime: string };

/** The complete records of a directory. A record that is still being written is left out. */
export function readRecords(recordsDirectory: string): ProcessRecord[] {
  if (!existsSync(recordsDirectory)) return [];
  return readdirSync(recordsDirectory).flatMap((name) => {
    const text = readIfThere(join(recordsDirectory, name));
    const record = text === undefined ? undefined : parseRecord(text);
    return record === undefined ? [] : [{ name, ...record }];
  });
}

/** The watchdog of a killed runner may be removing the same records. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads `<pid>\n<start time>\n`; undefined when it is not that, so that a damaged record never names a process. */
export function parseRecord(text: string): { pid: number; startTime: string } | undefined {
  const [pid, startTime, ...rest] = text.split('\n');
  if (pid === undefined || startTime === undefined || rest.length !== 1 || rest[0] !== '') return undefined;
  // Process 1 and below would signal every process that we may signal.
  if (!/^[1-9][0-9]{0,9}$/.test(pid) || Number(pid) <= 1 || startTime.trim() === '') return undefined;
  return { pid: Number(pid), startTime: startTime.trim().split(/\s+/).join(' ') };
}

/** Signals a process and its group, which may have ended already. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // It ended between the check and the signal.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
