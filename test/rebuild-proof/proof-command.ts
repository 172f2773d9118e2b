import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { interruption } from '@fundlens/local/interruption';
import { isProven, summaryOf, textOf } from './proof-report.ts';
import { proveRebuild } from './proof-run.ts';

/**
 * `npm run prove:rebuild -- --scale N --seed S [--json]`: everything is rebuilt while events come in and readers read; the
 * rebuild is killed and resumed, and a projector sleeps across the switch. Ends with 0 when nobody noticed anything and
 * nothing differs, 1 otherwise, 2 for wrong options, 130 when interrupted.
 */
const USAGE = 'usage: npm run prove:rebuild -- [--scale N] [--seed S] [--json]   (N from 0.05 to 50, S a whole number)';
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;
const DEFAULT_SCALE = '10';
/** What is published is kept to be compared with: some kilobytes for each of 10,000 events of the demo. */
const MOST_SCALE = 50;
/** As many contacts as the demo of tests has: for a look at whether it runs. */
const LEAST_SCALE = 0.05;
const MOST_SEEDS = 2 ** 31;

const root = fileURLToPath(new URL('../..', import.meta.url));
const interrupted = interruption();
const startedAt = new Date();

process.exitCode = await main();
// Nothing that a broken-off run has left open keeps this process.
process.exit();

async function main(): Promise<number> {
  const options = readOptions();
  if (options === null) {
    console.error(USAGE);
    return EXIT_USAGE;
  }
  const { scale, seed, json } = options;
  const again = `npm run prove:rebuild -- --scale ${scale} --seed ${seed}`;
  say(`the same data and questions again: ${again}`);
  try {
    const proof = await proveRebuild({
      scale,
      seed,
      dataDirectory: join(root, '.fundlens', 'rebuild-proof'),
      environment: process.env,
      report: say,
      signal: interrupted,
    });
    const summary = { startedAt: startedAt.toISOString(), again, ...summaryOf(proof) };
    const directory = join(root, 'rebuild-results');
    mkdirSync(directory, { recursive: true });
    const name = `${summary.startedAt.replaceAll(/[:.]/g, '-')}-seed-${seed}.json`;
    writeFileSync(join(directory, name), `${JSON.stringify(summary, null, 2)}\n`);
    console.log(json ? JSON.stringify(summary) : `\n${textOf(proof)}\nall figures: rebuild-results/${name}`);
    return isProven(proof) ? 0 : 1;
  } catch (error) {
    if (interrupted.aborted) {
      say('interrupted; everything that was started is ended');
      return EXIT_INTERRUPTED;
    }
    console.error(error);
    return 1;
  }
}

function readOptions(): { scale: number; seed: number; json: boolean } | null {
  try {
    const { values } = parseArgs({
      options: { scale: { type: 'string' }, seed: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    const scale = decimal(values.scale ?? DEFAULT_SCALE);
    const seed = whole(values.seed ?? String(startedAt.getTime() % MOST_SEEDS));
    if (scale === null || scale < LEAST_SCALE || scale > MOST_SCALE || seed === null || seed >= MOST_SEEDS) return null;
    return { scale, seed, json: values.json };
  } catch {
    return null;
  }
}

function decimal(text: string): number | null {
  return /^\d{1,2}(\.\d{1,2})?$/.test(text) ? Number(text) : null;
}

function whole(text: string): number | null {
  return /^\d{1,10}$/.test(text) ? Number(text) : null;
}

function say(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);
}
