import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Readings } from './results.ts';

/** Linux shows processor time in hundredths of a second, whatever its own tick is. */
const MS_PER_TICK = 10;
const KIB_PER_MIB = 1_024;

/** Of `/proc/<pid>/stat`, behind the name. */
const [GROUP, USER_TICKS, SYSTEM_TICKS] = [2, 11, 12];

/**
 * Processor time of a process, or of all processes of the group that it leads (servers run behind a shell), since they
 * started, in milliseconds, user and system; not a number where there is no such process on this machine, or no Linux.
 */
export function cpuMsOf(pid: number | undefined): number {
  const used = membersOf(pid).map(({ stat }) => Number(stat[USER_TICKS]) + Number(stat[SYSTEM_TICKS]));
  return used.length === 0 ? Number.NaN : used.reduce((sum, ticks) => sum + ticks) * MS_PER_TICK;
}

/** The most resident memory since they started, in MiB; not a number as above. */
export function maxRssOf(pid: number): number {
  const kib = membersOf(pid).map(({ id }) => Number(/^VmHWM:\s+(\d+) kB$/m.exec(textOf(`/proc/${id}/status`))?.[1]));
  return kib.length === 0 ? Number.NaN : Math.max(...kib) / KIB_PER_MIB;
}

function membersOf(pid: number | undefined): { readonly id: string; readonly stat: readonly string[] }[] {
  const ids = pid !== undefined && existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return ids.flatMap((id) => {
    const text = textOf(`/proc/${id}/stat`);
    // The name stands in parentheses and may itself hold spaces and parentheses.
    const stat = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return id === String(pid) || stat[GROUP] === String(pid) ? [{ id, stat }] : [];
  });
}

/** Empty when it has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Processes that are measured together, by name. */
export type Watched = Readonly<Record<string, number | undefined>>;

export type Use = {
  /** Milliseconds that have passed. */
  readonly elapsedMs: number;
  /** Processor time of each process times `factor`, under its name with the unit. */
  readings(unit: string, factor: number): Readings;
};

/** @returns tells what the processes have used since this call */
export function useFromNow(watched: Watched): () => Use {
  const look = () => Object.entries(watched).map(([name, pid]) => ({ name, ms: cpuMsOf(pid) }));
  const [began, before] = [performance.now(), look()];
  return () => {
    const [elapsedMs, after] = [performance.now() - began, look()];
    return {
      elapsedMs,
      readings: (unit, factor) =>
        Object.fromEntries(
          after.map(({ name, ms }, index) => [`${name} ${unit}`, (ms - (before[index]?.ms ?? 0)) * factor]),
        ),
    };
  };
}
