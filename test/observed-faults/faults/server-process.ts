import { setTimeout as delay } from 'node:timers/promises';
import type { ServerName } from '@fundlens/local/server';
import type { Stack } from '@fundlens/local/stack';

const LOOK_MS = 50;

/** Ends a server and resolves when it has ended; `restart` of the stack starts it again. */
export async function endServer(stack: Pick<Stack, 'pidOf'>, name: ServerName): Promise<void> {
  const pid = stack.pidOf(name);
  if (pid === undefined) throw new TypeError(`${name} is no process of this machine`);
  process.kill(-pid, 'SIGTERM');
  while (isRunning(pid)) await delay(LOOK_MS);
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
