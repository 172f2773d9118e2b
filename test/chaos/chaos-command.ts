import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { interruption } from '@fundlens/local/interruption';
import { isClean, summaryOf, textOf } from './chaos-report.ts';
import { runChaos } from './chaos-run.ts';

/**
 * `npm run chaos -- --minutes N --seed S [--json]`: load, readers and a seeded schedule of faults on real servers, then
 * the invariants. Ends with 0 when all hold, 1 when one does not, 2 for wrong options, 130 when interrupted.
 */
const USAGE = 'usage: npm run chaos -- [--minutes N] [--seed S] [--json]   (whole numbers, at least 1 and 0)';
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;
const MOST_SEEDS = 2 ** 31;

const root = fileURLToPath(new URL('../..', import.meta.url));
const interrupted = interruption();
const startedAt = new Date();

process.exitCode = await main();
// Clients of servers that were struck in the last moment may still be waiting to connect again.
process.exit();

async function main(): Promise<number> {
  const options = readOptions();
  if (options === null) {
    console.error(USAGE);
    return EXIT_USAGE;
  }
  const { minutes, seed, json } = options;
  const replay = `npm run chaos -- --minutes ${minutes} --seed ${seed}`;
  say(`this schedule again: ${replay}`);
  try {
    const result = await runChaos({
      seed,
      minutes,
      dataDirectory: join(root, '.fundlens', 'chaos'),
      environment: process.env,
      report: say,
      signal: interrupted,
    });
    const summary = { startedAt: startedAt.toISOString(), replay, ...summaryOf(result) };
    const directory = join(root, 'chaos-results');
    mkdirSync(directory, { recursive: true });
    const name = `${summary.startedAt.replaceAll(/[:.]/g, '-')}-seed-${seed}.json`;
    writeFileSync(join(directory, name), `${JSON.stringify(summary, null, 2)}\n`);
    console.log(json ? JSON.stringify(summary) : `\n${textOf(result)}\nall figures: chaos-results/${name}`);
    return isClean(result) ? 0 : 1;
  } catch (error) {
    if (interrupted.aborted) {
      say('interrupted; everything that was started is ended');
      return EXIT_INTERRUPTED;
    }
    console.error(error);
    return 1;
  }
}

function readOptions(): { minutes: number; seed: number; json: boolean } | null {
  try {
    const { values } = parseArgs({
      options: { minutes: { type: 'string' }, seed: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    const minutes = whole(values.minutes ?? '5');
    const seed = whole(values.seed ?? String(startedAt.getTime() % MOST_SEEDS));
    if (minutes === null || minutes < 1 || seed === null || seed >= MOST_SEEDS) return null;
    return { minutes, seed, json: values.json };
  } catch {
    return null;
  }
}

function whole(text: string): number | null {
  return /^\d{1,10}$/.test(text) ? Number(text) : null;
}

function say(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);
}
