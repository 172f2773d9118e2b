import { readFileSync } from 'node:fs';

/** Linux shows processor time in hundredths of a second, whatever its own tick is. */
const MS_PER_TICK = 10;
const MIB = 2 ** 20;
/** Fields 14 and 15 of `/proc/<pid>/stat`, counted behind the name. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/**
 * Processor time of a process with all its threads since it started, in milliseconds, user and system.
 * @returns null where there is no such process on this machine, or no Linux
 */
export function cpuMsOf(pid: number | undefined): number | null {
  const stat = pid === undefined ? null : textOf(`/proc/${pid}/stat`);
  return stat === null ? null : cpuMsInStat(stat);
}

/** The name stands in parentheses and may itself hold spaces and parentheses. */
export function cpuMsInStat(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * MS_PER_TICK;
}

export type Rss = { readonly nowMiB: number; readonly maxMiB: number };

/** Resident memory of a process, now and at most since it started; null as above. */
export function rssOf(pid: number | undefined): Rss | null {
  const status = pid === undefined ? null : textOf(`/proc/${pid}/status`);
  return status === null ? null : rssInStatus(status);
}

export function rssInStatus(status: string): Rss | null {
  const mib = (name: string) => {
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    return kib === undefined ? null : Math.round((Number(kib) * 1_024 * 10) / MIB) / 10;
  };
  const [nowMiB, maxMiB] = [mib('VmRSS'), mib('VmHWM')];
  return nowMiB === null || maxMiB === null ? null : { nowMiB, maxMiB };
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return null;
    throw error;
  }
}
