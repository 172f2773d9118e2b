// Plain JavaScript because the bootstrap uses it before anything is installed, under any Node from 18 on.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * A process number alone names nothing for long: the system hands it out again. Together with the start time it names
 * one process of this boot, which is what may be signalled.
 * @typedef {{ pid: number, startTime: string }} ProcessIdentity
 */

/** State letters of a process that has ended and only waits to be reaped. */
const ENDED_STATES = new Set(['Z', 'X', 'x']);

/**
 * The start time of a living process: clock ticks since boot on Linux, a date elsewhere. Only equality means anything.
 * @param {number} pid
 * @returns {string | undefined} undefined when no such process lives; one that only waits to be reaped counts as ended
 */
export function startTimeOf(pid) {
  return existsSync('/proc/self/stat') ? startTimeFromProc(pid) : startTimeFromPs(pid);
}

/** @param {ProcessIdentity} identity */
export function isAlive(identity) {
  return startTimeOf(identity.pid) === identity.startTime;
}

/** @returns {ProcessIdentity} */
export function ownIdentity() {
  const startTime = startTimeOf(process.pid);
  if (startTime === undefined) throw new Error('the start time of this process cannot be read');
  return { pid: process.pid, startTime };
}

/** @param {number} pid */
function startTimeFromProc(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined; // No entry means no process: the one answer that this file can fail with.
  }
  return startTimeFromStat(stat);
}

/**
 * Field 22 of /proc/<pid>/stat. The name in field 2 may hold spaces and brackets, so counting starts behind its last one.
 * @param {string} stat
 * @returns {string | undefined}
 */
export function startTimeFromStat(stat) {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .trim()
    .split(' ');
  const state = fields[0];
  return state === undefined || ENDED_STATES.has(state) ? undefined : fields[19];
}

/** @param {number} pid */
function startTimeFromPs(pid) {
  let line;
  try {
    line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined; // ps exits with 1 when no such process lives.
  }
  const [state = '', ...date] = line.split(/\s+/);
  return date.length === 0 || ENDED_STATES.has(state.charAt(0)) ? undefined : date.join(' ');
}
