import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidError } from '@fundlens/runtime/errors';
import { lock } from 'proper-lockfile';

/** `<root>/.fundlens/dev` belongs to `npm start`, `<root>/.fundlens/test…` to test runs. */
export const DEVELOPMENT_STACK = 'dev';
export const TEST_STACK = 'test';

export function stackDirectory(root: string, name: string): string {
  return join(root, '.fundlens', name);
}

const LOCK = 'runner.lock';
/**
 * A runner renews its lock every second. The lock of one that was killed is nobody's nine seconds later at the earliest:
 * then its servers have ended, too (GRACE_MILLISECONDS in supervised.ts).
 */
const LOCK_TIMES = { stale: 10_000, update: 1_000 };

/**
 * Takes a stack's directory for this process.
 * @returns gives the directory back
 * @throws InvalidError `stack_in_use` while another process has it
 */
export async function takeDirectory(directory: string, report: (line: string) => void): Promise<() => Promise<void>> {
  mkdirSync(directory, { recursive: true });
  try {
    return await lock(directory, {
      ...LOCK_TIMES,
      lockfilePath: join(directory, LOCK),
      // This process stood still for long, e.g. with a sleeping laptop. Its servers are no one else's for that.
      onCompromised: (error) => report(`the lock of ${directory} was not renewed in time (${error.message})`),
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ELOCKED')) throw error;
    throw new InvalidError(
      'stack_in_use',
      `A stack is already running on ${directory}, or was killed in the last ${LOCK_TIMES.stale / 1_000} seconds. Stop it first (Ctrl-C where it was started).`,
    );
  }
}

/** Removes data, logs and ports of a stack. Only for the process that has taken the directory. */
export function emptyDirectory(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (name !== LOCK) rmSync(join(directory, name), { recursive: true, force: true });
  }
}
