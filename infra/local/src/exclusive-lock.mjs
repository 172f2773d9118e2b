// Plain JavaScript because the bootstrap uses it before anything is installed, under any Node from 18 on.
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, ownIdentity } from './process-identity.mjs';

/**
 * @typedef {import('./process-identity.mjs').ProcessIdentity} ProcessIdentity
 * @typedef {{ held: true, release: () => void } | { held: false, holder: ProcessIdentity | undefined }} LockAttempt
 */

/** How often a waiting start looks again. Downloads take seconds, so this pause is short beside them. */
const POLL_MILLISECONDS = 200;

/**
 * Clearing a dead holder's lock is a handful of synchronous calls. The process that made a clearing mark this old died
 * in the middle of them.
 */
const ABANDONED_CLEARING_MILLISECONDS = 10_000;

/**
 * Takes the lock at `path` unless a living process holds it. A holder that dies leaves only the file: the next caller
 * sees by process number and start time that its holder has ended.
 *
 * Invariant: the file appears with its content in one step (link), so a reader never sees a lock without a holder.
 * @param {string} path
 * @returns {LockAttempt}
 */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const token = JSON.stringify({ ...ownIdentity(), token: randomUUID() });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (linkNew(path, token)) return { held: true, release: () => releaseOwn(path, token) };
    const holder = readHolder(path);
    if (holder !== undefined && isAlive(holder)) return { held: false, holder };
    if (!clearDead(path)) return { held: false, holder: undefined };
  }
  return { held: false, holder: undefined };
}

/**
 * Takes the lock, waiting for its holder to release it or to die.
 * @param {string} path
 * @param {{ onWait: (holder: ProcessIdentity | undefined) => void, signal?: AbortSignal | undefined }} options
 *   `onWait` is called once, when a living process holds the lock
 * @returns {Promise<() => void>} releases the lock
 */
export async function waitForLock(path, { onWait, signal }) {
  let reported = false;
  for (;;) {
    const attempt = tryLock(path);
    if (attempt.held) return attempt.release;
    if (!reported && attempt.holder !== undefined) {
      reported = true;
      onWait(attempt.holder);
    }
    await sleep(POLL_MILLISECONDS, undefined, signal === undefined ? {} : { signal });
  }
}

/**
 * @param {string} path
 * @param {string} content
 */
function linkNew(path, content) {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** @param {string} path */
function readHolder(path) {
  const content = readIfThere(path);
  if (content === undefined) return undefined;
  try {
    const { pid, startTime } = JSON.parse(content);
    return typeof pid === 'number' && typeof startTime === 'string' ? { pid, startTime } : undefined;
  } catch {
    return undefined; // Not written by us, or damaged: no process holds it.
  }
}

/**
 * Removes the file of a dead holder. Two starts may see the same dead holder; without the mark the slower one could
 * remove the lock that the faster one has just taken.
 * @param {string} path
 * @returns {boolean} whether it is worth trying again at once
 */
function clearDead(path) {
  const mark = `${path}.clearing`;
  try {
    mkdirSync(mark);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    removeAbandonedMark(mark);
    return false;
  }
  try {
    const holder = readHolder(path);
    if (holder === undefined || !isAlive(holder)) rmSync(path, { force: true });
    return true;
  } finally {
    rmdirSync(mark);
  }
}

/** @param {string} mark */
function removeAbandonedMark(mark) {
  try {
    if (Date.now() - statSync(mark).mtimeMs > ABANDONED_CLEARING_MILLISECONDS) rmdirSync(mark);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/**
 * @param {string} path
 * @param {string} content
 */
function releaseOwn(path, content) {
  if (readIfThere(path) === content) rmSync(path, { force: true });
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
