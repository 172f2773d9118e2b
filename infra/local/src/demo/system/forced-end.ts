import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../process-identity.mjs';
import { readRecords } from '../../recorded-process.ts';

/** Ends every process of this installation at once, by its recorded number and start time. Their data survives that. */
export function killRecordedProcesses(dataDirectory: string): void {
  const runs = join(dataDirectory, 'run');
  if (!existsSync(runs)) return;
  for (const record of readdirSync(runs).flatMap((run) => readRecords(join(runs, run)))) {
    if (!isAlive(record)) continue;
    try {
      process.kill(-record.pid, 'SIGKILL');
    } catch (error) {
      // It ended by itself a moment ago.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}
