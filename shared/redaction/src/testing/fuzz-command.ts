import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  addTally,
  documentSeedOf,
  emptyTally,
  lineOf,
  type Miss,
  type PlantedRun,
  runDocument,
  textOfMiss,
} from './planted-run.ts';

/**
 * Plants numbers until `--cases` of them were looked for, from `--seed` on:
 *   npm run fuzz:redaction -- --cases 1000000 --seed 7 [--workers 2]
 * Prints the same line as the tests, and every miss with its shape, path and form. Exit status 0: none leaked and none
 * was altered; 1: some did; 2: wrong use.
 */
type Share = { readonly seed: number; readonly cases: number; readonly worker: number; readonly workers: number };
type Report = PlantedRun & { readonly done: boolean };

/** A report about this often keeps the progress fresh and the messages few. */
const DOCUMENTS_PER_REPORT = 100;
const EXIT_MISSED = 1;
const EXIT_USAGE = 2;

/** Documents are shared out by turns, so that the same seed and number of workers look at the same documents. */
function runShare({ seed, cases, worker, workers }: Share, report: (report: Report) => void): void {
  let planted = 0;
  for (let index = worker; planted < cases; ) {
    const tally = emptyTally();
    const misses: Miss[] = [];
    for (let i = 0; i < DOCUMENTS_PER_REPORT && planted + tally.planted < cases; i++, index += workers) {
      runDocument(documentSeedOf(seed, index), tally, misses);
    }
    planted += tally.planted;
    report({ tally, misses, done: planted >= cases });
  }
}

function usage(problem: string): never {
  process.stderr.write(`${problem}\nusage: npm run fuzz:redaction -- [--cases N] [--seed N] [--workers N]\n`);
  process.exit(EXIT_USAGE);
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > most) usage(`--${name} must be a whole number from 1 to ${most}`);
  return value;
}

function readOptions(): { cases: number; seed: number; workers: number } {
  try {
    const { values } = parseArgs({
      options: {
        cases: { type: 'string', default: '1000000' },
        seed: { type: 'string', default: '1' },
        workers: { type: 'string', default: '1' },
      },
    });
    return {
      cases: wholeNumber('cases', values.cases, 1e12),
      seed: wholeNumber('seed', values.seed, 2 ** 31 - 1),
      workers: wholeNumber('workers', values.workers, 64),
    };
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
}

function main(): void {
  const { cases, seed, workers } = readOptions();
  const total = emptyTally();
  let running = workers;
  let shown = 0;
  const onReport = ({ tally, misses, done }: Report): void => {
    addTally(total, tally);
    for (const miss of misses) process.stdout.write(`${textOfMiss(miss)}\n`);
    const percent = Math.floor((total.planted / cases) * 100);
    if (percent >= shown + 5) {
      shown = percent;
      process.stderr.write(`${percent} %: ${lineOf(total, seed)}\n`);
    }
    if (done && --running === 0) {
      process.stdout.write(`${lineOf(total, seed)}\n`);
      process.exitCode = total.leaked + total.altered === 0 ? 0 : EXIT_MISSED;
    }
  };
  for (let worker = 0; worker < workers; worker++) {
    const share: Share = { seed, cases: Math.ceil(cases / workers), worker, workers };
    // The only import of this program is itself: a worker that fails ends it with its error.
    const thread = new Worker(new URL(import.meta.url), { workerData: share, argv: process.argv.slice(2) });
    thread.on('message', onReport);
    thread.on('error', (error) => {
      throw error;
    });
  }
}

if (isMainThread) main();
else runShare(workerData as Share, (report) => parentPort?.postMessage(report));
