import { readFileSync } from 'node:fs';

/** Linux shows processor time in hundredths of a second, whatever its own tick is. */
const MS_PER_TICK = 10;
/** Fields 14 and 15 of `/proc/<pid>/stat`, counted behind the name. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const KIB_PER_MIB = 1_024;

/**
 * Processor time of a process with all its threads since it started, in milliseconds, user and system.
 * @returns null where there is no such process on this machine, or no Linux
 */
export function cpuMsOf(pid: number | undefined): number | null {
  const stat = pid === undefined ? null : textOf(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name stands in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * MS_PER_TICK;
}

/** The most resident memory of a process since it started, in MiB; null as above. */
export function maxRssOf(pid: number): number | null {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`) ?? '')?.[1];
  return kib === undefined ? null : Math.round(Number(kib) / KIB_PER_MIB);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return null;
    throw error;
  }
}

/** Servers that run as processes of this machine, by process id. */
export type ServerPids = { readonly database: number | undefined; readonly broker: number | undefined };

/** What a process and the servers have used at one moment; null: not known on this machine. */
export type UseSample = {
  /** Milliseconds. */
  readonly at: number;
  readonly ownMs: number | null;
  readonly databaseMs: number | null;
  readonly brokerMs: number | null;
};

export function useSample(pid: number | undefined, servers: ServerPids): UseSample {
  return {
    at: performance.now(),
    ownMs: cpuMsOf(pid),
    databaseMs: cpuMsOf(servers.database),
    brokerMs: cpuMsOf(servers.broker),
  };
}

export type Use = { readonly own: number | null; readonly database: number | null; readonly broker: number | null };

/** Processor time per event, in microseconds. */
export function microsPerEvent(begin: UseSample, end: UseSample, events: number): Use {
  return between(begin, end, 1_000 / events);
}

/** Processor time in percent of one processor. */
export function percentOfOne(begin: UseSample, end: UseSample): Use {
  return between(begin, end, 100 / (end.at - begin.at));
}

function between(begin: UseSample, end: UseSample, factor: number): Use {
  const used = (from: number | null, to: number | null) =>
    from === null || to === null ? null : Math.round((to - from) * factor * 100) / 100;
  return {
    own: used(begin.ownMs, end.ownMs),
    database: used(begin.databaseMs, end.databaseMs),
    broker: used(begin.brokerMs, end.brokerMs),
  };
}
