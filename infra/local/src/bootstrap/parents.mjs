// Plain JavaScript because it runs before anything is installed, under any Node from 18 on.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isAlive, startTimeOf } from '../process-identity.mjs';

/** @typedef {import('../process-identity.mjs').ProcessIdentity} ProcessIdentity */

const POLL_MILLISECONDS = 500;

/**
 * The npm that runs us as a script, and the shell between: npm passes a signal to the shell only, which ends without
 * passing it on. Empty when we were started without npm: then our parent may end (nohup) and we go on.
 * @param {Record<string, string | undefined>} environment
 * @returns {ProcessIdentity[]}
 */
export function npmParents(environment) {
  if (environment.npm_lifecycle_event === undefined) return [];
  const shell = process.ppid;
  return [shell, parentOf(shell)].flatMap((pid) => {
    const startTime = pid === undefined || pid <= 1 ? undefined : startTimeOf(pid);
    return pid === undefined || startTime === undefined ? [] : [{ pid, startTime }];
  });
}

/**
 * Calls back once when the first of the processes has ended; keeps nothing alive.
 * @param {ProcessIdentity[]} processes
 * @param {() => void} callback
 */
export function whenOneIsGone(processes, callback) {
  if (processes.length === 0) return;
  const timer = setInterval(() => {
    if (processes.every((each) => isAlive(each))) return;
    clearInterval(timer);
    callback();
  }, POLL_MILLISECONDS);
  timer.unref();
}

/** @param {number} pid @returns {number | undefined} */
function parentOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1]) || undefined;
  } catch {
    // No /proc on this system, or the parent is gone already.
  }
  try {
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).trim()) || undefined;
  } catch {
    return undefined; // ps exits with 1 when there is no such process.
  }
}
