import { execFileSync } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Heal } from '../strike.ts';
import type { Fault, FaultSite } from './fault.ts';
import { endServer, isRunning } from '../strike.ts';

const FILLER = 'filler';
const COPY = '-copy';
const CHUNK = Buffer.alloc(1024 * 1024);

export const diskFaults: readonly Fault[] = [
  diskFault(
    'mongodb',
    'fundlens_projector_part_ok{part="mongodb"} == 0 or fundlens_query_mongodb_available == 0',
    1_024,
    ['FundlensServerAway', 'FundlensApiErrors', 'FundlensAuditFailing'],
  ),
  diskFault(
    'redis',
    'increase(fundlens_query_limits_without_redis_total[5s]) > 0 or fundlens_query_redis_available == 0',
    64,
    ['FundlensServerAway'],
  ),
];

/** The server's data are on a disk of their own: a tmpfs, which needs root. */
function diskFault(server: 'mongodb' | 'redis', metric: string, megabytes: number, alerts: readonly string[]): Fault {
  return {
    name: `${server}-full-disk`,
    what: `${server}: no byte is left on its disk`,
    metric,
    alerts,
    needsRoot: true,
    healedBy: 'room is made on the disk; the server is started again where it has ended',
    prepare: (site) => onOwnDisk(site, server, megabytes),
    inject: async ({ context: { dataDirectory }, system }) => {
      const filler = join(directoryOf(dataDirectory, server), FILLER);
      fill(filler);
      return async () => {
        rmSync(filler);
        if (!isRunning(system.stack.pidOf(server) ?? 0)) await system.stack.restart(server);
      };
    },
  };
}

/** The name of MongoDB's has the kind of server after it: data of one kind are not those of another. */
function directoryOf(dataDirectory: string, server: 'mongodb' | 'redis'): string {
  const ofServer = (name: string) => name === server || (name.startsWith(`${server}-`) && !name.endsWith(COPY));
  const name = readdirSync(dataDirectory).find(ofServer);
  if (name === undefined) throw new Error(`${server} has no data directory`);
  return join(dataDirectory, name);
}

/** @returns puts the data where they were */
async function onOwnDisk(
  { system, context: { dataDirectory } }: FaultSite,
  server: 'mongodb' | 'redis',
  megabytes: number,
): Promise<Heal> {
  const directory = directoryOf(dataDirectory, server);
  const copy = `${directory}${COPY}`;
  const move = async (change: () => void) => {
    await endServer(system.stack, server);
    rmSync(copy, { recursive: true, force: true });
    cpSync(directory, copy, { recursive: true });
    change();
    cpSync(copy, directory, { recursive: true });
    await system.stack.restart(server);
  };
  const mount = () => execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory]);
  await move(mount);
  return () =>
    move(() => {
      execFileSync('umount', [directory]);
      rmSync(directory, { recursive: true });
      mkdirSync(directory);
    });
}

function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (let size = CHUNK.length; size > 0; ) {
      try {
        if (writeSync(descriptor, CHUNK, 0, size) < size) size = Math.floor(size / 2);
      } catch {
        // ENOSPC: smaller pieces, until not one byte fits.
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(descriptor);
  }
}
