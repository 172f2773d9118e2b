import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../process-identity.mjs';
import { readRecords, signalGroup } from '../../recorded-process.ts';

/** Kills every process of this installation, by its recorded number and start time. Their data survives that. */
export function killRecordedProcesses(dataDirectory: string): void {
  const runs = join(dataDirectory, 'run');
  if (!existsSync(runs)) return;
  for (const record of readdirSync(runs).flatMap((run) => readRecords(join(runs, run)))) {
    if (isAlive(record)) signalGroup(record.pid, 'SIGKILL');
  }
}
