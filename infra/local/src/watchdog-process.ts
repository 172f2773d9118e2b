import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A small process that outlives this one for as long as it takes to end the recorded servers: the pipe to it closes when
 * we end, however we end. The next start does the same from the records, should the watchdog have been killed too.
 */
export function startWatchdog(options: {
  recordsDirectory: string;
  dataDirectory: string;
  environment: Record<string, string | undefined>;
}): { dismiss: () => Promise<void> } {
  mkdirSync(options.recordsDirectory, { recursive: true });
  const program = fileURLToPath(new URL('./watchdog.ts', import.meta.url));
  const child = spawn(process.execPath, [program, options.recordsDirectory, options.dataDirectory], {
    // It may have to find the container engine again.
    env: options.environment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Started or not, the servers run: the next start finds them by their records.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  return {
    async dismiss() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}
