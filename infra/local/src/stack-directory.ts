import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidError } from '@fundlens/runtime/errors';
import { removeOrphanedContainers, removeVolumes } from './container/volumes.ts';
import { tryLock } from './exclusive-lock.mjs';
import { endRecorded } from './recorded-process.ts';

/** `<root>/.fundlens/dev` belongs to `npm start`, `<root>/.fundlens/test…` to test runs. */
export const DEVELOPMENT_STACK = 'dev';
export const TEST_STACK = 'test';

export function stackDirectory(root: string, name: string): string {
  return join(root, '.fundlens', name);
}

const LOCK = 'runner.lock';

/**
 * Takes a stack's directory for this process. A runner that was killed leaves its lock and maybe its servers; both are
 * recognised by process number and start time.
 * @returns gives the directory back
 * @throws InvalidError `stack_in_use` while another living process has it
 */
export function takeDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const attempt = tryLock(join(directory, LOCK));
  if (attempt.held) return attempt.release;
  const holder = attempt.holder === undefined ? 'another process' : `process ${attempt.holder.pid}`;
  throw new InvalidError(
    'stack_in_use',
    `A stack is already running on ${directory} (${holder}). Stop it first (Ctrl-C where it was started).`,
  );
}

/**
 * Where the runners of a stack keep the records of their processes: a folder for each run, so that the watchdog of an
 * earlier run never touches the servers of a later one.
 */
export function recordsOf(directory: string, run: string): string {
  return join(directory, 'run', run);
}

type Cleaning = { environment: Record<string, string | undefined>; report: (line: string) => void };

/** Ends what killed runners left. Only for the process that has taken the directory. */
export async function endOrphans(directory: string, options: Cleaning): Promise<void> {
  for (const run of namesIn(join(directory, 'run'))) {
    const ended = await endRecorded(recordsOf(directory, run));
    if (ended.length > 0) options.report(`ended what an earlier run left: ${ended.join(', ')}`);
  }
  await removeOrphanedContainers(directory, options);
}

/** Removes data, logs and ports of a stack. Only for the process that has taken the directory, without survivors. */
export async function emptyDirectory(directory: string, options: Cleaning): Promise<void> {
  await removeVolumes(directory, options);
  for (const name of namesIn(directory)) {
    if (!name.startsWith(LOCK)) rmSync(join(directory, name), { recursive: true, force: true });
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
