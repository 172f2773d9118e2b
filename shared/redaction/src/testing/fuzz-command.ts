import { parseArgs } from 'node:util';
import { documentSeedOf, emptyTally, lineOf, type Miss, runDocument, textOfMiss } from './planted-run.ts';

/**
 * Plants numbers until `--cases` of them were looked for, from `--seed` on:
 *   npm run fuzz:redaction -- --cases 1000000 --seed 7
 * Prints the same line as the tests, and every miss with its shape, path and form. Exit status 0: none leaked and none
 * was altered; 1: some did; 2: wrong use.
 */
const EXIT_MISSED = 1;
const EXIT_USAGE = 2;
/** Of the cases, between two lines of progress. */
const PROGRESS_SHARE = 0.05;

function usage(problem: string): never {
  process.stderr.write(`${problem}\nusage: npm run fuzz:redaction -- [--cases N] [--seed N]\n`);
  process.exit(EXIT_USAGE);
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > most) usage(`--${name} must be a whole number from 1 to ${most}`);
  return value;
}

function readOptions(): { cases: number; seed: number } {
  try {
    const { values } = parseArgs({
      options: { cases: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
    });
    return { cases: wholeNumber('cases', values.cases, 1e12), seed: wholeNumber('seed', values.seed, 2 ** 31 - 1) };
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
}

const { cases, seed } = readOptions();
const tally = emptyTally();
let next = cases * PROGRESS_SHARE;
for (let index = 0; tally.planted < cases; index++) {
  const misses: Miss[] = [];
  runDocument(documentSeedOf(seed, index), tally, misses);
  for (const miss of misses) process.stdout.write(`${textOfMiss(miss)}\n`);
  if (tally.planted < next) continue;
  next += cases * PROGRESS_SHARE;
  process.stderr.write(`${Math.floor((tally.planted / cases) * 100)} %: ${lineOf(tally, seed)}\n`);
}
process.stdout.write(`${lineOf(tally, seed)}\n`);
process.exitCode = tally.leaked + tally.altered === 0 ? 0 : EXIT_MISSED;
