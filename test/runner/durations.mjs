// Plain JavaScript: continuous integration reads it with the machine's own Node.
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';

/** @typedef {Readonly<Record<string, number>>} Durations seconds by test file, relative to the repository */
/** @typedef {{ name: string, startTime: number, endTime: number }} FileResult milliseconds */

/** Shorter files find a gap wherever they run. */
export const SHORTEST_SECONDS = 2;

const file = new URL('durations.json', import.meta.url);

/** The figures of the last run that was recorded. @returns {Durations} */
export function readDurations() {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * The files of a run that take their time, the longest first.
 * @param {readonly FileResult[]} results @param {string} root the checkout of the run @returns {Durations}
 */
export function durationsOf(results, root) {
  const seconds = results.map(({ name, startTime, endTime }) => {
    return /** @type {const} */ ([
      relative(root, name).split(sep).join('/'),
      Math.round((endTime - startTime) / 1_000),
    ]);
  });
  return Object.fromEntries(seconds.filter(([, each]) => each >= SHORTEST_SECONDS).sort(([, a], [, b]) => b - a));
}
