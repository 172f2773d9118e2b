import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { endRecorded } from '../../recorded-process.ts';
import { recordsOf, takeDirectory } from '../../stack-directory.ts';
import type { Report } from './progress.ts';

const PREFIX = 'services-';

/** Where one run of the services records its processes, beside those of the servers. */
export function recordsOfServices(dataDirectory: string): string {
  return recordsOf(dataDirectory, `${PREFIX}${randomUUID()}`);
}

/**
 * Ends the services of a killed start while the servers that it left still run: a projector whose Kafka has gone first
 * cannot leave its consumer group, and the next one waits until the group has given it up.
 * @throws InvalidError `stack_in_use` while another living process has the directory
 */
export async function endOrphanedServices(dataDirectory: string, report: Report): Promise<void> {
  const release = takeDirectory(dataDirectory);
  try {
    const runs = join(dataDirectory, 'run');
    const left = existsSync(runs) ? readdirSync(runs).filter((run) => run.startsWith(PREFIX)) : [];
    for (const run of left) {
      const ended = await endRecorded(join(runs, run));
      if (ended.length > 0) report(`ended what an earlier run left: ${ended.join(', ')}`);
    }
  } finally {
    release();
  }
}
